/**
 * Whether a line begins what mail programs, gateways and firms add to a message: a banner about external senders, a
 * footer about confidentiality or viruses, the mark above a signature (`-- `, RFC 3676, 4.3), how to leave a list. No
 * court writes such lines.
 */
export function isMailWords(text: string): boolean {
  const words = text.slice(0, longestRead).replace(opening, '')
  if (signatureMark.test(text) || additions.test(words)) return true
  return aboutMessage.test(words) && warning.test(words)
}

const longestRead = 500

const opening = /^[>|*#[(\s_-]{0,40}/

const signatureMark = /^[>|*\s]{0,12}--$/

const additions = new RegExp(
  `^(?:${[
    'confidential(?:ity)? (?:notice|note|disclaimer|disclosure)\\b',
    '(?:notice of )?confidentiality (?:statement|warning)\\b',
    '(?:(?:e-?mail|legal|confidentiality) )?disclaimer\\W{0,6}$',
    'privileged (?:and|&) confidential\\b',
    'irs circular 230\\b',
    'aviso (?:de confidenciali?[td]ade?|legal)\\b',
    'avis de confidentialité',
    'external(?: e-?mail| sender| message| source)?\\b[^a-z]{0,12}$',
    '(?:caution|warning|attention|alert|notice)\\W{1,6}external\\b',
    'external (?:e-?mail|sender|message)\\W{1,6}(?:use|exercise|do not|caution|be careful|this)\\b',
    'you don.t often get e-?mail from\\b',
    'you received this (?:message|e-?mail) because you(?:.re| are) subscribed\\b',
    'to unsubscribe\\b',
    '[\\p{L}\\d ._&-]{1,60} mailing list\\b[^\\p{L}\\d]{1,6}[^\\s@]{1,64}@',
    'click here to (?:report|unsubscribe)\\b',
    'report (?:this (?:message|e-?mail) as )?(?:suspicious|spam|phishing)\\b',
    'virus-free\\b',
    '(?:please )?(?:consider|think of) the environment\\b',
    'sent from (?:my [a-z]{3,20}(?: [a-z0-9 ]{1,20})?\\W{0,3}$|(?:yahoo mail|mail for|outlook|proton)\\b)',
    'get outlook for\\b',
    'zjqcmqryfp',
  ].join('|')})`,
  'iu',
)

/** A sentence about the message itself, behind a word of warning or not. */
const aboutMessage =
  /^(?:(?:caution|warning|attention|alert|notice|note|important|disclaimer|think secure)\b\W{1,8}){0,2}(?:(?:(?:the )?(?:information|contents?)|any (?:files?|attachments?)) (?:contained |transmitted )?(?:in|of|with) )?(?:this|the sender of this|this is an|the attached|este|esta|ce|diese) (?:external |electronic )?(?:e-?mail|mail|message|communication|transmission|mensaje|correo|mensagem|courriel|nachricht)\b/i
const warning =
  /\b(?:confidential|privileged|intended (?:only|solely|for|recipient)|external|outside|virus|malware|scanned|spam|phishing|suspicious|unauthorized|protected by|confidencial|confidentiel|vertraulich)/i

/**
 * Returns the first of the lines, from a place on, that isn't the court's: such words, or a line across above them,
 * perhaps with the firm's name between. The number of lines if all are the court's.
 */
export function findMailWords(lines: readonly { text: string; breaks?: number }[], first: number): number {
  const place = lines.findIndex(({ text }, at) => at >= first && isMailWords(text))
  if (place < 0) return lines.length
  for (let at = place - 1; at >= first && place - at <= mostNames; at--) {
    if (acrossLine.test(lines[at]?.text ?? '')) return at
    if ((lines[at + 1]?.breaks ?? 2) > 1) break
  }
  return place
}

const mostNames = 4
const acrossLine = /^[>|*\s]{0,12}[-_=*~]{8,200}$/
