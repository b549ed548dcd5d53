/** The keys of the palette as this machine's keyboard has them. */
export const paletteKey = /Mac|iP(hone|ad)/.test(globalThis.navigator?.userAgent ?? '') ? '⌘ K' : 'Ctrl K'
