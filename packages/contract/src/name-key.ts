/**
 * Returns a key that is equal for names, numbers and codes that look the same to people: in upper or lower case, with
 * composed or combining accents, in full width or not, with spaces of any kind and number, with characters that aren't
 * seen, with straight or curly quotation marks, with any dash. Accents themselves count. `name_key` in the database
 * returns the same (a test compares them), and unique indexes are over it.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[A-Z\u0080-\u058f]/g, (letter) => letter.toLowerCase())
    .replace(/[ßẞς‘’‚‛ʼ′“”„‟‐‒–—―−]|\u0345/g, (sign) => shownAs[sign] ?? sign)
    .replace(/[\t-\r \u0085\u1680\u2028\u2029]+/g, ' ')
    .replace(/^ | $/g, '')
}

const shownAs: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  ς: 'σ',
  '\u0345': 'ι',
  ...signs('‘’‚‛ʼ′', "'"),
  ...signs('“”„‟', '"'),
  ...signs('‐‒–—―−', '-'),
}

function signs(variants: string, plain: string): Record<string, string> {
  return Object.fromEntries([...variants].map((sign) => [sign, plain]))
}
