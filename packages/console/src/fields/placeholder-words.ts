/** Returns a placeholder in plain words: `case.case_number` is "Case number". */
export function placeholderWords(name: string): string {
  const [group = '', ...rest] = name.split('.')
  const [own, value] = [group.replaceAll('_', ' '), rest.join(' ').replaceAll('_', ' ')]
  const words = value.startsWith(`${own} `) || value === '' ? value || own : `${own} ${value}`
  const said = words.replace(/\burl$/, 'link').replace(/\bids?$/, 'ID')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** Returns a template as people read it: `{{ case.case_number | upcase }}` as `[case number]`. */
export function templateInWords(text: string): string {
  return text.replace(/\{\{-?\s?([\w.]{1,80})[^{}]{0,200}\}\}/g, (_, name: string) => {
    const words = placeholderWords(name)
    return `[${words.charAt(0).toLowerCase()}${words.slice(1)}]`
  })
}
