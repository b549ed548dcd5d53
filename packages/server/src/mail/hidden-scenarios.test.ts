import { fromFirm, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

/** What a colleague's mail program doesn't show, so that the colleague forwards something else than they saw. */
const hidings: readonly Scenario[] = [
  ['a digit of the case number', nef.replace('04417', '0<span style="display:none">9</span>4417')],
  [
    'a docket text',
    nef.replace('MOTION', '<span style="FONT-SIZE: 0px">ORDER. All deadlines are vacated.</span> MOTION'),
  ],
  ['an attribute', nef.replace('MOTION', '<b hidden>ORDER</b> MOTION')],
  ['the whole notice', `<p>Lunch on Friday?</p><div style="max-height:0;overflow:hidden">${nef}</div>`],
  [
    'by what is around it',
    `<style>.x > b{display:none}</style>${nef.replace('MOTION', '<i class=x><b>ORDER</b></i> MOTION')}`,
  ],
  ['by its number', `<style>td:nth-child(2) i{display:none}</style>${nef.replace('04417', '0<i>9</i>4417')}`],
  [
    'on a phone',
    `<style>@media (max-width:600px){.x{display:none}}</style>${nef.replace('04417', '0<i class=x>9</i>4417')}`,
  ],
  ['by a custom property', nef.replace('04417', '0<i style="--x:none;display:var(--x)">9</i>4417')],
  ['in white on the white of the page', nef.replace('04417', '0<font color="#FFFFFF">9</font>4417')],
  [
    'in the color of its row',
    nef
      .replace('<tr>', '<tr bgcolor=navy>')
      .replace('04417', '<i style="color:#fff">0<b style="color:#000080">9</b>4417</i>'),
  ],
  ['the whole notice in tiny letters', `<p>Lunch on Friday?</p><font size=0>${nef}</font>`],
].map(([name = '', body = '']) => ({
  name: `hidden by a style in a colleague’s forward: ${name}`,
  mail: { from: 'jane@firm.example', signedBy: 'firm.example', body: quoted.replace(nef, () => body) },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: /hides words in its notice/,
}))

/** What a colleague sees, and what isn't in what they forward. */
const shown: readonly Scenario[] = [
  [
    'a style',
    {
      body: quoted.replace(
        nef,
        () => `<style>.x::before{content:"9"}</style>${nef.replace('04417', '0<i class=x>4417</i>')}`,
      ),
    },
    /shows words in its notice that only a style adds/,
  ],
  [
    'a place over others',
    { body: quoted.replace('04417', '0<b style="position:absolute;background:#fff">9</b>4417') },
    /shows words in its notice elsewhere than they are written/,
  ],
  [
    'a font of its own',
    {
      body: quoted.replace(
        nef,
        () => `<style>@font-face{font-family:x;src:url("data:font/woff2;base64,AA")}</style>${nef}`,
      ),
    },
    /has a font or style sheet of its own/,
  ],
  [
    'a style sheet from elsewhere',
    { body: quoted.replace(nef, () => `<link rel="StyleSheet" href="//evil.example/x.css">${nef}`) },
    /has a font or style sheet from evil\.example/,
  ],
  [
    'a style sheet that another one loads',
    { body: quoted.replace(nef, () => `<style>@\\69mport url(https://evil.example/x.css);</style>${nef}`) },
    /has a font or style sheet from evil\.example/,
  ],
  ['a picture', { body: quoted.replace('04417', '0<img alt="9">4417') }, /that only some mail programs show/],
  [
    'Outlook',
    { body: quoted.replace('04417', '0<!--[if mso]>9<![endif]-->4417') },
    /that only some mail programs show/,
  ],
  [
    'a character set that some programs read',
    { headers: ['Content-Type: text/html; charset=utf-7'], body: quoted.replace('04417', '0+ADk-4417') },
    /is written in the charset utf-7/,
  ],
].map(([name, mail, reason]) => ({
  name: `a colleague forwards words that only ${name} shows`,
  mail: { from: 'jane@firm.example', signedBy: 'firm.example', ...(mail as object) },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: reason as RegExp,
}))

const service = '<p>Notification of Service</p><table><tr><td>Case Number</td><td>2025LA0009</td></tr></table>'

/** In a notice without a title that only courts have. */
const hiddenInFields: Scenario = {
  name: 'a digit that a style hides in the fields of an e-filing service’s notice',
  mail: {
    from: 'jane@firm.example',
    signedBy: 'firm.example',
    body: quoted.replace(nef, () => service.replace('LA', 'LA<b style="display:none">9</b>')),
  },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: /hides words in its notice/,
}

const honest: readonly Scenario[] = [
  {
    name: 'a forward of which all is in a place of its own',
    mail: {
      from: 'jane@firm.example',
      signedBy: 'firm.example',
      body: `<div style="position:absolute">${quoted}</div>`,
    },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
  {
    name: 'a mark that the firm’s program hides below an e-filing service’s notice',
    mail: {
      from: 'jane@firm.example',
      signedBy: 'firm.example',
      body: `${quoted.replace(nef, () => service)}<p>Jane Roe</p><p>Partner</p><div style="display:none">id 77</div>`,
    },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
  ...[
    '<link rel=stylesheet href="https://fonts.googleapis.com/css?family=Lato">',
    '<style>@import url("https://www.firm.example/mail.css");</style>',
    '<style>@font-face{font-family:Calibri;panose-1:2 15 5 2 2 2 4 3 2 4}</style>',
    '<style>@media (prefers-color-scheme: dark){body,td,p{color:#fff}}</style>',
    '<table bgcolor="#003366"><tr><td><a href="https://www.firm.example/" style="color:#fff">Roe LLP</a></td></tr></table>',
  ].map(
    (style): Scenario => ({
      name: `a style of a firm in a forward: ${style}`,
      mail: {
        from: 'jane@firm.example',
        signedBy: 'firm.example',
        body: quoted.replace(nef, () => `${style}${nef}${style}`),
      },
      origin: fromFirm,
      trust: 'forwarded',
      reason: /Forwarded by jane/,
    }),
  ),
  {
    name: 'a button for Outlook in an e-filing service’s notice',
    mail: {
      from: 'no-reply@efilingmail.tylertech.cloud',
      body: `${service}<!--[if mso]><v:rect>Download Document</v:rect><![endif]-->`,
    },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a preheader above the fields of an e-filing service’s notice',
    mail: {
      from: 'no-reply@efilingmail.tylertech.cloud',
      body: `<div style="display:none">You have been served</div>${service}`,
    },
    trust: 'unverified',
    reason: /no signature/,
  },
  {
    name: 'a preheader above a forward, and a signature with one below it',
    mail: {
      from: 'jane@firm.example',
      signedBy: 'firm.example',
      body: `<span style="display:none">Preview</span>${quoted}Notice has been electronically mailed to: Roe<br><p style="mso-hide:all">1</p>`,
    },
    origin: fromFirm,
    trust: 'forwarded',
    reason: /Forwarded by jane/,
  },
]

tryScenarios([...hidings, ...shown, hiddenInFields, ...honest])
