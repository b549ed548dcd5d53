import type { FieldControl } from './control.ts'

/** A secret is never shown. */
export const secretControl: FieldControl = { Cell: () => null, width: 100, text: () => '' }
