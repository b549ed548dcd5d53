import type { Filing, FilingNotice } from '../filings/filing.ts'
import { courtTime } from '../filings/times.ts'
import type { Court } from '../world/make-court.ts'
import { publicAccessNote } from './public-access.ts'

/**
 * Returns the HTML of a Notice of Docket Activity as ACMS writes it: everything in spans, with a separate link per
 * document.
 */
export function makeAcmsBody(filing: Filing, notice: FilingNotice, court: Court): string {
  const moment = moments(filing, court)
  return [
    '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n</head>\n<body>',
    `<div>${strong(publicAccessNote)}</div>`,
    '<div>&nbsp;</div>',
    `<div style="text-align:center"><br>\n${strong(court.name)}<br>\n&nbsp;</div>`,
    `<div>${strong('Notice of Docket Activity')}</div>`,
    `<div><br>\n${plain(`The following transaction was entered on ${moment.entered} and filed on ${moment.date}`)}</div>`,
    `<div><br>\n${outer(`${bold('Case Name:&nbsp;')}${inner(`${filing.caseName}&nbsp;`)}`)}</div>`,
    `<div><br>\n${outer(`${bold('Case Number:\n')}${inner(`<a href='https://${court.host}/${filing.docketNumber}'>${filing.docketNumber}</a>`)}`)}</div>`,
    `<div><br>\n${strong('Docket Text:')}</div>`,
    `<div><br>\n${plain(`<div>${filing.docketText} [Entered: ${moment.short}]</div>`)}</div>`,
    `<div><br>\n${plain(documentLinks(filing, notice))}<br>\n&nbsp;</div>`,
    `<div>${strong('Notice will be electronically mailed to:')}<br>\n&nbsp;</div>`,
    `<div>${plain(filing.served.map(({ name, emails }) => `${name} ; ${emails.join(' ; ')}<br>`).join('\n'))}\n&nbsp;</div>`,
    `<div>${strong('Case participants listed below will not receive this electronic notice:')}<br>\n&nbsp;</div>`,
    `<div>${plain(filing.notServed.map(({ name }) => `${name}<br>`).join('\n'))}</div>`,
    '<div>&nbsp;</div>\n</body>\n</html>\n',
  ].join('\n')
}

function documentLinks({ event, documents }: Filing, { documentLinks: links }: FilingNotice): string {
  if (links.length === 0) return ''
  const each = links.map(({ url }, at) => {
    const description = at === 0 ? event : documents[at]?.description
    return `<b>Document:</b> <a href='${url}'>${description}</a>`
  })
  return `<div class='documents'>${each.join('<br/>')}</div>`
}

function moments(filing: Filing, { timeZone }: Court) {
  const { year, month, day, hour, minute, second, zone } = courtTime(new Date(filing.enteredAt), timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${two(month)}/${two(day)}/${year}`
  const half = hour < 12 ? 'AM' : 'PM'
  const clock = `${hour % 12 || 12}:${two(minute)}`
  return {
    date,
    entered: `${date} ${clock}:${two(second)} ${half} ${zone}`,
    short: `${date} ${clock.padStart(5, '0')} ${half}`,
  }
}

function outer(html: string): string {
  return `<span style="font-size:11pt"><span style="line-height:normal"><span style="font-family:Calibri,sans-serif">${html}</span></span></span>`
}

function inner(html: string): string {
  return `<span style="font-family:'Segoe UI',sans-serif">${html}</span>`
}

function bold(html: string): string {
  return `<strong>${inner(html)}</strong>`
}

function strong(html: string): string {
  return outer(bold(html))
}

function plain(html: string): string {
  return outer(inner(html))
}
