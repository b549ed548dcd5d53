/** Returns what to do when a form is sent with problems: its first wrong field gets the focus. */
export function focusWrong(form: { getInputNode: (path: string) => HTMLElement | null }) {
  return (problems: Readonly<Record<string, unknown>>): void => {
    const [first] = Object.keys(problems)
    if (first !== undefined) form.getInputNode(first)?.focus()
  }
}
