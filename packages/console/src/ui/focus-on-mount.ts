/** Focuses a new element, as its `ref`, such as the next step's button in an open dialog. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus()
}
