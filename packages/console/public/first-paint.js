// Sets light or dark and the firm's accent before anything is drawn. A file of its own, not inline,
// so that the content security policy needs no 'unsafe-inline' for scripts.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      const stored = JSON.parse(localStorage.getItem(`courtcrier.${key}`) ?? '{}')
      return stored.version === 1 ? (stored.value ?? {}) : {}
    } catch {
      // Storage is closed to us or holds something else: the defaults do.
      return {}
    }
  }
  const look = read('look')
  root.setAttribute('data-mantine-color-scheme', look.isDark ? 'dark' : 'light')
  if (look.isAccessible) root.setAttribute('data-accessible-colours', '')
})()
