import type { AccessType } from '@courtcrier/contract/access.ts'

/** The columns of the matrix, from most to least. */
export const accessColumns = ['FULL', 'READ', 'DENY'] as const satisfies readonly AccessType[]
