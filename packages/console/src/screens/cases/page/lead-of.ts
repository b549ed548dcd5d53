/**
 * Splits off the words in capitals that docket text opens with, which name the kind of filing: `MOTION to Compel` is
 * `MOTION` and ` to Compel`. Text without them, or in capitals throughout, has no lead.
 */
export function leadOf(text: string): { lead: string; rest: string } {
  const [lead = ''] = /^[A-Z][A-Z'’&/-]+(?: [A-Z][A-Z'’&/-]+){0,5}(?![\w'’-])/.exec(text) ?? []
  return lead.length < text.length ? { lead, rest: text.slice(lead.length) } : { lead: '', rest: text }
}
