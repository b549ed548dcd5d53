import { constants, type Stats } from 'node:fs'
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises'
import path from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import type { Cut } from '../every-call.suite.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** Undefined means that the call succeeded. */
type Reply = { handle: number } | { data: Buffer } | { names: FileEntry[] } | { attrs: Attributes } | 'end' | undefined

/** Runs a call and responds to the request of this number with its reply or its error. */
type Answer = (id: number, call: (cut: Cut | undefined) => Promise<Reply>) => void

/**
 * Serves the calls of version 3 of the protocol (draft-ietf-secsh-filexfer-02) from a folder that no path can leave,
 * unless links are followed.
 */
export function serveFolder(sftp: SFTPWrapper, root: string, { losing, ...rules }: Served = {}): void {
  const answer: Answer = (id, call) => {
    const cut = losing?.cut()
    if (cut === 'before') return losing?.drop()
    call(cut)
      .then(
        (reply) => () => send(sftp, id, reply),
        ({ code, message }: NodeJS.ErrnoException) =>
          () =>
            sftp.status(id, codes.get(code) ?? STATUS_CODE.FAILURE, message),
      )
      .then((reply) => (cut ? losing?.drop() : reply()))
  }
  serveNames(sftp, { answer, at: (name) => within(root, name, rules) })
  serveHandles(sftp, { answer, at: (name) => within(root, name, rules) })
}

/** What a server does with some folders. */
export interface FolderRules {
  /** Follows links out of the root, as OpenSSH does for an account that isn't confined to a folder. */
  followsLinks?: boolean
  /** A folder within which the account may do nothing. */
  denied?: string
}

interface Served extends FolderRules {
  losing?: Losing | undefined
}

/** How a test loses calls. */
interface Losing {
  /** Counts a call, and returns when it is lost. */
  cut: () => Cut | undefined
  /** Ends the connection. */
  drop: () => void
}

interface Serving {
  answer: Answer
  at: (name: string) => Promise<string>
}

function serveNames(sftp: SFTPWrapper, { answer, at }: Serving): void {
  sftp.on('LSTAT', (id, name) => answer(id, async () => ({ attrs: attributesOf(await lstat(await at(name))) })))
  // It only says what is there: nothing is read or written through a link.
  sftp.on('STAT', (id, name) => answer(id, async () => ({ attrs: attributesOf(await stat(await at(name))) })))
  sftp.on('SETSTAT', (id) => answer(id, async () => undefined))
  sftp.on('REALPATH', (id, name) => answer(id, async () => ({ names: [entryOf(path.posix.resolve('/', name))] })))
  sftp.on('MKDIR', (id, name) => answer(id, async () => mkdir(await at(name)).then(() => undefined)))
  sftp.on('RMDIR', (id, name) => answer(id, async () => rmdir(await at(name)).then(() => undefined)))
  sftp.on('REMOVE', (id, name) => answer(id, async () => unlink(await at(name)).then(() => undefined)))
  sftp.on('RENAME', (id, from, to) => answer(id, async (cut) => renameToFree(await at(from), await at(to), cut)))
}

function serveHandles(sftp: SFTPWrapper, { answer, at }: Serving): void {
  const opened = new Map<number, FileHandle | FileEntry[]>()
  let last = 0
  const keep = (what: FileHandle | FileEntry[]): Reply => {
    opened.set(++last, what)
    return { handle: last }
  }
  const fileOf = (handle: Buffer) => {
    const file = opened.get(handle.readUInt32BE())
    if (!file || Array.isArray(file)) throw new Error('No file is open by this handle.')
    return file
  }
  const listingOf = (handle: Buffer) => {
    const listing = opened.get(handle.readUInt32BE())
    if (!Array.isArray(listing)) throw new Error('No folder is open by this handle.')
    return listing
  }
  const close = async (handle: number) => {
    const what = opened.get(handle)
    opened.delete(handle)
    if (what && !Array.isArray(what)) await what.close()
    return undefined
  }
  sftp.on('OPEN', (id, name, flags) => answer(id, async () => keep(await open(await at(name), numberOf(flags)))))
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const { bytesRead, buffer } = await fileOf(handle).read(Buffer.alloc(length), 0, length, offset)
      return bytesRead === 0 ? 'end' : { data: buffer.subarray(0, bytesRead) }
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      for (let done = 0; done < data.length; )
        done += (await fileOf(handle).write(data, done, data.length - done, offset + done)).bytesWritten
      return undefined
    }),
  )
  sftp.on('FSTAT', (id, handle) => answer(id, async () => ({ attrs: attributesOf(await fileOf(handle).stat()) })))
  sftp.on('FSETSTAT', (id) => answer(id, async () => undefined))
  sftp.on('OPENDIR', (id, name) => answer(id, async () => keep(await list(await at(name)))))
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const names = listingOf(handle).splice(0, 100)
      return names.length === 0 ? 'end' : { names }
    }),
  )
  sftp.on('CLOSE', (id, handle) => answer(id, () => close(handle.readUInt32BE())))
  // A client whose connection was cut closes no handles.
  sftp.on('close', () => void Promise.all([...opened.keys()].map(close)))
}

function send(sftp: SFTPWrapper, id: number, reply: Reply): void {
  if (reply === undefined) sftp.status(id, STATUS_CODE.OK)
  else if (reply === 'end') sftp.status(id, STATUS_CODE.EOF)
  else if ('data' in reply) sftp.data(id, reply.data)
  else if ('names' in reply) sftp.name(id, reply.names)
  else if ('attrs' in reply) sftp.attrs(id, reply.attrs)
  else {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(reply.handle)
    sftp.handle(id, handle)
  }
}

const codes: ReadonlyMap<string | undefined, number> = new Map([
  ['ENOENT', STATUS_CODE.NO_SUCH_FILE],
  ['EACCES', STATUS_CODE.PERMISSION_DENIED],
  ['EPERM', STATUS_CODE.PERMISSION_DENIED],
  // An attempt to open a symbolic link.
  ['ELOOP', STATUS_CODE.PERMISSION_DENIED],
])

/** Returns the path of a name on disk: `..` stops at the root, and a folder that links out of it is refused. */
async function within(root: string, name: string, { followsLinks = false, denied }: FolderRules): Promise<string> {
  const place = path.join(root, path.posix.resolve('/', name))
  if (place === root) return root
  const folder = path.dirname(place)
  const isDenied = denied !== undefined && `${folder}/`.startsWith(`${path.join(root, denied)}/`)
  if (!isDenied && (followsLinks || (await realpath(folder)) === folder)) return place
  throw Object.assign(new Error(`"${name}" is denied, or behind a link.`), { code: 'EACCES' })
}

/** Returns Node's flags for the protocol's; links are never followed, wherever they lead. */
function numberOf(flags: number): number {
  const has = (flag: number, meant: number) => ((flags & flag) === 0 ? 0 : meant)
  const reads = (flags & OPEN_MODE.READ) !== 0
  const writes = (flags & OPEN_MODE.WRITE) !== 0
  return (
    (writes ? (reads ? constants.O_RDWR : constants.O_WRONLY) : constants.O_RDONLY) |
    has(OPEN_MODE.APPEND, constants.O_APPEND) |
    has(OPEN_MODE.CREAT, constants.O_CREAT) |
    has(OPEN_MODE.TRUNC, constants.O_TRUNC) |
    has(OPEN_MODE.EXCL, constants.O_EXCL) |
    constants.O_NOFOLLOW
  )
}

/**
 * Renames without replacing an existing name, as the protocol requires; the file system's own rename would replace a
 * file. OpenSSH links and unlinks a file, too: a server that ends in between leaves both names.
 */
async function renameToFree(from: string, to: string, cut: Cut | undefined): Promise<undefined> {
  if ((await lstat(from)).isDirectory()) {
    await mkdir(to)
    await rename(from, to)
  } else {
    await link(from, to)
    if (cut !== 'within') await unlink(from)
  }
  return undefined
}

async function list(folder: string): Promise<FileEntry[]> {
  if ((await lstat(folder)).isSymbolicLink())
    throw Object.assign(new Error('A link is not followed.'), { code: 'ELOOP' })
  const names = await readdir(folder)
  return Promise.all(names.map(async (name) => entryOf(name, await lstat(path.join(folder, name)))))
}

function entryOf(name: string, stats?: Stats): FileEntry {
  return { filename: name, longname: name, attrs: attributesOf(stats) }
}

function attributesOf(stats?: Stats): Attributes {
  const { mode = 0, uid = 0, gid = 0, size = 0, atimeMs = 0, mtimeMs = 0 } = stats ?? {}
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
}
