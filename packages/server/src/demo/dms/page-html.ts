import type { FakeEntry, FakeTree } from '@courtcrier/connectors/testing/fake-tree.ts'
import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import type { DmsService } from './dms-service.ts'

/** Where the demo's emails are shown, and the style sheet of that page. */
export interface Looks {
  mailboxUrl: string
  styles: string
}

const title = 'Documents in the DMS'

/** Returns the page with the services. */
export function overviewPage(looks: Looks, services: readonly DmsService[]): string {
  const rows = services.map(
    ({ key, title: name, about, tree }) =>
      `<tr><td><a href="/${key}">${escapeMarkup(name)}</a></td><td>${escapeMarkup(about)}</td><td>${countOf(tree, tree.root)}</td></tr>`,
  )
  return page(looks, title, [
    `<header><h1>${title}</h1>`,
    `<p>This demo plays three services that law firms save documents to. What Courtcrier saves lands here and goes no further. ${mailLink(looks)}</p></header>`,
    '<main>',
    table(['Service', 'Saved there', 'Documents'], rows),
    '</main>',
  ])
}

/** Returns the page of a folder: what is in it, folders first. */
export function folderPage(looks: Looks, service: DmsService, folder: FakeEntry): string {
  const { key, title: name, tree } = service
  const entries = tree.children(folder.id).toSorted(byKindAndName)
  const rows = entries.map((entry) => {
    const link = `<a href="/${key}/${encodeURIComponent(entry.id)}">${escapeMarkup(entry.name)}</a>`
    const more = entry.bytes ? sizeOf(entry.bytes) : countOf(tree, entry)
    return `<tr><td>${link}</td><td>${briefProperties(service, entry)}</td><td>${more}</td></tr>`
  })
  const heading = folder === tree.root ? name : folder.name
  return page(looks, heading, [
    `<header>${trail(service, folder)}<h1>${escapeMarkup(heading)}</h1></header>`,
    '<main>',
    rows.length === 0
      ? '<p role="status">No documents yet. They appear here by themselves.</p>'
      : table(['Name', 'Properties', 'Size'], rows),
    '</main>',
  ])
}

/** Returns the page of a document: its properties, and the document itself if it is a PDF. */
export function documentPage(looks: Looks, service: DmsService, entry: FakeEntry): string {
  const address = `/${service.key}/${encodeURIComponent(entry.id)}/content`
  const facts = [['ID', entry.id], ['Size', sizeOf(entry.bytes)], ...service.propertiesOf(entry)]
  return page(looks, entry.name, [
    `<header>${trail(service, entry)}<h1>${escapeMarkup(entry.name)}</h1></header>`,
    '<main>',
    `<dl>${facts.map(([name = '', value = '']) => `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`).join('')}</dl>`,
    `<p><a href="${address}">Open the document</a></p>`,
    /\.pdf$/i.test(entry.name) ? `<iframe title="The document" src="${address}"></iframe>` : '',
    '</main>',
  ])
}

export function missingPage(looks: Looks): string {
  return page(looks, 'No such document', [
    `<main><h1>There is no such document or folder</h1><p><a href="/">${title}</a></p></main>`,
  ])
}

/** The folders above an entry, each a link. */
function trail({ key, title: name, tree }: DmsService, entry: FakeEntry): string {
  const above: string[] = []
  for (let each = parentOf(tree, entry); each; each = parentOf(tree, each)) {
    const address = each === tree.root ? `/${key}` : `/${key}/${encodeURIComponent(each.id)}`
    above.unshift(`<a href="${address}">${escapeMarkup(each === tree.root ? name : each.name)}</a>`)
  }
  return `<nav>${[`<a href="/">${title}</a>`, ...above].join(' / ')}</nav>`
}

function parentOf(tree: FakeTree, { parentId }: FakeEntry): FakeEntry | undefined {
  return parentId === undefined ? undefined : tree.find(parentId)
}

function briefProperties({ propertiesOf }: DmsService, entry: FakeEntry): string {
  const shown = entry.bytes ? propertiesOf(entry).filter(([name]) => /^custom|class$/i.test(name)) : []
  return `<small>${shown.map(([name, value]) => escapeMarkup(`${name} ${value}`)).join(', ')}</small>`
}

function byKindAndName(one: FakeEntry, other: FakeEntry): number {
  return Number(Boolean(one.bytes)) - Number(Boolean(other.bytes)) || one.name.localeCompare(other.name)
}

function countOf(tree: FakeTree, { id }: FakeEntry): string {
  const count = tree.below(id).filter(({ bytes }) => bytes).length
  return count === 1 ? '1 document' : `${count} documents`
}

function sizeOf(bytes: FakeEntry['bytes']): string {
  return `${Math.ceil((bytes?.byteLength ?? 0) / 1000)} KB`
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const cells = heads.map((head) => `<th scope="col">${head}</th>`).join('')
  return `<table><thead><tr>${cells}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function mailLink({ mailboxUrl }: Looks): string {
  return mailboxUrl === '' ? '' : `<a href="${escapeMarkup(mailboxUrl)}">Outgoing mail</a>`
}

function page({ styles }: Looks, heading: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(heading)}</title><link rel="stylesheet" href="${escapeMarkup(styles)}"><link rel="icon" href="data:,"></head>
<body>${body.join('\n')}<script src="/live.js" defer></script></body></html>
`
}
