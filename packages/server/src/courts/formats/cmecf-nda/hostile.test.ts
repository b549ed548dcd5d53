import { describeHostile } from '../../hostile.suite.ts'
import { cmecfNda } from './parser.ts'

const open = '<b>Notice of Docket Activity</b><br>The following transaction was entered '
const row = (label: string, value: string) => `<table><tr><td>${label}:</td><td>${value}</td></tr></table>`
const named = open + row('Case Name', 'A v. B') + row('Case Number', '26-1')
const texted = `${named}<p>Docket Text:<br>`

describeHostile({
  parser: cmecfNda,
  folder: new URL('fixtures/', import.meta.url),
  subject: `26-1 A v. B ${'"'.repeat(2_000)}`,
  words: ['Notice of Docket Activity', 'Case Name:', 'Case Number:', 'Docket Text:', 'Document Description:', '[20]'],
  bodies: [
    ['a number of 10,000 characters', open + row('Case Name', 'A') + row('Case Number', '1'.repeat(10_000))],
    ['100,000 numbers in a row', open + row('Case Name', 'A') + row('Case Number', '26-1, '.repeat(100_000))],
    ['a million spaces', open + row('Case Name', 'A') + row('Case Number', `1${' '.repeat(1_000_000)}2`)],
    ['spaces for a date', `${open}on${' '.repeat(1_000_000)}`],
    ['2,000 cases', open + (row('Case Name', 'A v. B') + row('Case Number', '26-1')).repeat(2_000)],
    ['3,000 cases', open + (row('Case Name', 'A v. B') + row('Case Number', '26-1')).repeat(3_000)],
    ['200,000 opening brackets', texted + '['.repeat(200_000)],
    ['200,000 entry numbers', texted + '[20]'.repeat(200_000)],
    ['a bracket of 200,000 cases', `${texted}[${'26-1, '.repeat(200_000)}26-2]`],
    ['100,000 lists of cases', texted + '[26-1, 26-2] '.repeat(100_000)],
    ['200,000 links', `${named}${'<a href=https://ecf.ca1.uscourts.gov/docs1/1?uid=1>'.repeat(200_000)}`],
    ['50,000 documents', `${texted}x<br>${'Document Description: x<br>'.repeat(50_000)}`],
    ['100,000 people', `${texted}<br>Notice will be electronically mailed to:<br>${'A, -: x@y.z<br>'.repeat(100_000)}`],
    [
      'a line of 200,000 people',
      `${texted}<br>Notice will be electronically mailed to:<br>${'A x@y.z,'.repeat(200_000)}`,
    ],
    ['a million letters', `${texted}<br>Notice will be electronically mailed to:<br>${'a'.repeat(1_000_000)}`],
    ['200,000 subjects above', `${'Subject: x<br>'.repeat(200_000)}${named}`],
    ['a body longer than any notice', `${open}${'<br>x'.repeat(1_000_000)}`],
  ],
})
