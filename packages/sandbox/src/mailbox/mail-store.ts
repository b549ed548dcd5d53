import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mail, type OpenedMail, openMail, type RawMail } from './mail.ts'

/** Captured mail, in memory or in a folder that outlives the process. */
export interface MailStore {
  /** Stores a message; with a folder, resolves when it is written. */
  add(message: Omit<RawMail, 'id' | 'at'>): Promise<void>
  /** Returns all emails, oldest first. */
  list(): Promise<Mail[]>
  open(id: number): Promise<OpenedMail | undefined>
  readRaw(id: number): Promise<Buffer | undefined>
  count(): number
}

interface Stored {
  id: number
  at: string
  envelopeFrom: string
  envelopeTo: readonly string[]
  read: () => Promise<Buffer>
  /** Parsed once and cached, since pages request the list repeatedly. */
  summary?: Promise<Mail>
}

/** Opens the store; reads the mail of earlier runs from the folder. */
export async function openMailStore(folder: string | undefined): Promise<MailStore> {
  const stored = folder === undefined ? [] : await load(folder)
  let nextId = stored.reduce((highest, { id }) => Math.max(highest, id + 1), 1)
  const find = (id: number) => stored.find((candidate) => candidate.id === id)
  return {
    add: async (message) => {
      const mail: RawMail = { ...message, id: nextId++, at: new Date().toISOString() }
      const { raw, ...envelope } = mail
      if (folder !== undefined) await save(folder, mail)
      const read = folder === undefined ? async () => raw : () => readFile(emlPath(folder, mail.id))
      stored.push({ ...envelope, read })
    },
    list: () => listAll(stored),
    open: async (id) => {
      const found = find(id)
      if (found === undefined) return undefined
      const { copy } = (await listAll(stored)).find((mail) => mail.id === id) ?? { copy: 1 }
      return openMail({ ...found, raw: await found.read() }, copy)
    },
    readRaw: async (id) => find(id)?.read(),
    count: () => stored.length,
  }
}

async function listAll(stored: readonly Stored[]): Promise<Mail[]> {
  const seen = new Map<string, number>()
  const mails = await Promise.all([...stored].sort((a, b) => a.id - b.id).map(summaryOf))
  return mails.map((mail) => {
    const key = `${mail.messageId} ${mail.envelopeTo.join(' ')}`
    const copy = (seen.get(key) ?? 0) + 1
    seen.set(key, copy)
    return { ...mail, copy }
  })
}

function summaryOf(stored: Stored): Promise<Mail> {
  stored.summary ??= stored.read().then(async (raw) => {
    const { html: _html, contents: _contents, ...mail } = await openMail({ ...stored, raw }, 1)
    return mail
  })
  return stored.summary
}

async function load(folder: string): Promise<Stored[]> {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(folder)).filter((name) => /^\d+\.eml$/.test(name))
  return Promise.all(
    names.map(async (name) => {
      const id = Number.parseInt(name, 10)
      const envelope = JSON.parse(await readFile(envelopePath(folder, id), 'utf8')) as Omit<Stored, 'id' | 'read'>
      return { ...envelope, id, read: () => readFile(emlPath(folder, id)) }
    }),
  )
}

/** Saves the message, renaming it last: one cut short by the end of the process doesn't exist. */
async function save(folder: string, { raw, ...envelope }: RawMail): Promise<void> {
  const path = emlPath(folder, envelope.id)
  await writeFile(envelopePath(folder, envelope.id), JSON.stringify(envelope))
  await writeFile(`${path}.part`, raw)
  await rename(`${path}.part`, path)
}

function emlPath(folder: string, id: number): string {
  return join(folder, `${String(id).padStart(8, '0')}.eml`)
}

function envelopePath(folder: string, id: number): string {
  return join(folder, `${String(id).padStart(8, '0')}.json`)
}
