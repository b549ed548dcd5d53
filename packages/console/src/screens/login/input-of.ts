/** A form of text fields, as far as their props need it. */
interface TextForm<Name extends string> {
  getInputProps: (name: Name) => object
  getValues: () => Readonly<Record<Name, string>>
  validateField: (name: Name) => unknown
}

/**
 * Returns the props of a text field, checked when it is left. An empty one that is merely left isn't an error yet; and an
 * error that appears as a link below is pressed would move the link away before it is released.
 */
export function inputOf<Name extends string>(form: TextForm<Name>, name: Name) {
  return {
    ...form.getInputProps(name),
    errorProps: { role: 'alert' },
    onBlur: () => {
      if (form.getValues()[name] !== '') form.validateField(name)
    },
  }
}
