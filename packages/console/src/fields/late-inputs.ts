import type * as mantine from '@mantine/core'

type Inputs = Pick<typeof mantine, 'Checkbox' | 'MultiSelect' | 'PasswordInput' | 'Select' | 'Switch' | 'TagsInput'>

let inputs: Inputs | undefined

/** Receives Mantine's larger inputs, with the module that renders any inputs: `inputs.ts`. */
export function takeInputs(loaded: Inputs): void {
  inputs = loaded
}

/** Returns Mantine's larger inputs, for kinds of fields: a table only needs each kind's cell and loads without them. */
export function lateInputs(): Inputs {
  if (!inputs) throw new Error('an input is drawn by `inputOf` or `filterOf` of fields/inputs.ts, which loads it')
  return inputs
}
