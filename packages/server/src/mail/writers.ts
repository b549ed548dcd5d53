import type { Notice, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { Court } from '../courts/directory/court.ts'
import efilingEntries from '../courts/directory/data/efiling-systems.json' with { type: 'json' }
import type { EfilingEntry } from '../courts/directory/data/listed-court.ts'
import { courtAndWider, findCourt } from '../courts/directory/directory.ts'
import { findSenderOfDomain, isJudiciaryDomain, type KnownSender } from '../courts/directory/look-alike.ts'

const entries = efilingEntries as readonly EfilingEntry[]

/**
 * Says, as a sentence, why a proven sender doesn't speak for a notice: it writes for other courts, or its links lead to
 * another's host. Undefined if it does. A court writes for itself, an e-filing service for the courts and states that
 * the directory lists for it.
 */
export function whyNotItsOwn(
  domain: string,
  notice: Pick<Notice, 'courtId' | 'cases' | 'documents'>,
): string | undefined {
  const sender = findSenderOfDomain(domain)
  if (!sender) return `It is from ${domain}, but no known court sends from there.`
  const named = findCourt(notice.courtId.value)
  const own = nameOf(sender)
  if (!named || !writesFor(sender, named)) {
    return `It is from ${domain}, which writes for ${own}, but its notice is of ${named?.citation ?? notice.courtId.value}`
  }
  const hosts = hostsOf(sender)
  const other = linksOf(notice).find(({ host }) => !hosts.includes(host.toLowerCase()))
  return other && `It is from ${domain}, which writes for ${own}, but its link leads to ${other.host}.`
}

/** Whether a proven sender of this domain serves documents at a host: as the court, or as the e-filing service. */
export function servesAt(domain: string, host: string): boolean {
  const sender = findSenderOfDomain(domain)
  return sender !== undefined && hostsOf(sender).includes(host.toLowerCase())
}

/** Whether documents of a court are served at a host: its own, or that of an e-filing service for it. */
export function servesCourt(court: Court, host: string): boolean {
  const name = host.toLowerCase()
  return court.hosts.includes(name) || entries.some((entry) => entry.hosts.includes(name) && worksFor(entry, court))
}

/** The court that a proven sender of this domain writes for, or the e-filing service; undefined if neither is known. */
export function writesForWhom(domain: string): string | undefined {
  const sender = findSenderOfDomain(domain)
  return sender && nameOf(sender)
}

function nameOf({ court, name }: KnownSender): string {
  return court?.citation ?? name
}

/**
 * Whether a domain that signed or delivered a message does so for the domain in its From header. To receivers (DMARC) all
 * names under an organization's are one sender, but courts share theirs with other courts, and services with their
 * customers. So a neighbor counts only if it is the judiciary's and no other court's, as its mail servers are
 * (`gtwy.uscourts.gov`). It is up to the caller whether the two belong together at all.
 */
export function speaksFor(domain: string, writer: string): boolean {
  const own = findSenderOfDomain(writer)
  if (!own) return true
  const other = findSenderOfDomain(domain)
  if (other) return other.court === own.court && other.efiling?.system === own.efiling?.system
  return `.${writer}`.endsWith(`.${domain.toLowerCase()}`) || isJudiciaryDomain(domain)
}

function writesFor({ court, efiling }: KnownSender, named: Court): boolean {
  if (court) return court.id === named.id
  return entriesOf(efiling).some((entry) => worksFor(entry, named))
}

function worksFor({ courts, states }: EfilingEntry, court: Court): boolean {
  if (courts.length > 0) return courtAndWider(court.id).some((id) => courts.includes(id))
  return court.system === 'state' && states.includes(court.state)
}

function hostsOf({ court, efiling }: KnownSender): readonly string[] {
  return court ? court.hosts : entriesOf(efiling).flatMap(({ hosts }) => hosts)
}

/**
 * All sites of the service. Those that aren't verified count here too: they only say in which states it works, and
 * their links are never opened.
 */
function entriesOf(efiling: EfilingEntry | undefined): readonly EfilingEntry[] {
  return entries.filter(({ system }) => system === efiling?.system)
}

function linksOf({ cases, documents }: Pick<Notice, 'cases' | 'documents'>): NoticeLink[] {
  const listed = [...documents, ...cases.flatMap((entry) => entry.documents ?? [])]
  return [...cases, ...listed].flatMap(({ link }) => link ?? [])
}
