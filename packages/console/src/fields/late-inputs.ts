import type * as mantine from '@mantine/core'
import type { sentenceOf } from '../i18n/problem-sentence.ts'

type Larger = 'Checkbox' | 'MultiSelect' | 'PasswordInput' | 'Select' | 'Switch' | 'TagsInput'

/** Mantine's larger inputs, and the sentences about what is entered in any. */
interface Inputs extends Pick<typeof mantine, Larger> {
  sentenceOf: typeof sentenceOf
}

let inputs: Inputs | undefined

/** Receives what only inputs need, with the module that renders any inputs: `inputs.ts`. */
export function takeInputs(loaded: Inputs): void {
  inputs = loaded
}

/** Returns what only inputs need, for kinds of fields: a table only needs each kind's cell and loads without them. */
export function lateInputs(): Inputs {
  if (!inputs) throw new Error('an input is drawn by `inputOf` or `filterOf` of fields/inputs.ts, which loads it')
  return inputs
}
