/** Makes the browser save bytes under a name. */
export function saveFile(name: string, file: { type: string; content: Uint8Array<ArrayBuffer> }): void {
  const address = URL.createObjectURL(new Blob([file.content], { type: file.type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next turn of the event loop the browser has its own copy.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
