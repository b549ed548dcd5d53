/** A court's notice as a mail program forwards it: quoted, with its headers as text, in a new message. */
export interface ForwardInput {
  from: { name: string; email: string }
  to: string
  messageId: string
  /** As in the Date header. */
  date: string
  original: { from: string; to: string; subject: string; date: string; html: string }
}

export function forwardMessage({ from, to, messageId, date, original }: ForwardInput): string {
  const lines = [
    ['From', original.from],
    ['Subject', original.subject],
    ['Date', original.date],
    ['To', original.to],
  ].map(([name, value]) => `<div style="margin: 0px;"><b>${name}: </b>${value}<br></div>`)
  const html = [
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><br><div><br>',
    '<blockquote type="cite"><div>Begin forwarded message:</div><br>',
    ...lines,
    `<br><div>${original.html}</div></blockquote></div></body></html>`,
  ].join('\n')
  return [
    `From: ${from.name} <${from.email}>`,
    `To: ${to}`,
    `Subject: Fwd: ${original.subject}`,
    `Date: ${date}`,
    `Message-Id: ${messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    quotedPrintable(html),
  ].join('\n')
}

/**
 * Encodes text by RFC 2045, 6.7: bytes outside printable ASCII and the equals sign escaped, lines of at most 76
 * characters.
 */
export function quotedPrintable(text: string): string {
  return text
    .split('\n')
    .map((line) => softBreaks(escaped(line)))
    .join('\n')
}

function escaped(line: string): string {
  const bytes = [...Buffer.from(line, 'utf8')]
  const pieces = bytes.map((byte, at) => {
    const isBlankAtEnd = (byte === 0x20 || byte === 0x09) && at === bytes.length - 1
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x3d && !isBlankAtEnd
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return pieces.join('')
}

/** Breaks the line after 75 characters and an equals sign, but never within an escape. */
function softBreaks(line: string): string {
  const lines = ['']
  for (const piece of line.match(/=[0-9A-F]{2}|[^=]/g) ?? []) {
    const last = lines.at(-1) ?? ''
    if (last.length + piece.length > 75) lines.push(piece)
    else lines[lines.length - 1] = last + piece
  }
  return lines.join('=\n')
}
