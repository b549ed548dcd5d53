/** As a `ref`: focuses what has just appeared, such as the next step's button in a dialog that is open already. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus()
}
