import { chmod, mkdir, stat } from 'node:fs/promises'

const privateFolder = 0o700
const privateFile = 0o600

/**
 * Makes the folder when it isn't there, and takes everyone else's access to it away, whatever it was made with. Returns
 * a sentence when it can't be private.
 */
export async function makePrivate(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  if ((await whyNotPrivate(folder)) === undefined) return undefined
  try {
    await chmod(folder, privateFolder)
  } catch (error) {
    // Somebody else's, or on a file system without modes: what the check below finds decides.
    if (!isRefusal(error)) throw error
  }
  return whyNotPrivate(folder)
}

/** A sentence when people other than the owner can get into the folder, or read the file. Undefined when it isn't there. */
export async function whyNotPrivate(place: string): Promise<string | undefined> {
  const found = await stat(place).catch(() => undefined)
  // Windows has no such modes; access lists are the administrator's there.
  if (!found || process.platform === 'win32' || (found.mode & 0o077) === 0) return undefined
  const mode = (found.mode & 0o7777).toString(8).padStart(4, '0')
  const wanted = (found.isDirectory() ? privateFolder : privateFile).toString(8).padStart(4, '0')
  const isOurs = process.getuid?.() === 0 || found.uid === process.getuid?.()
  const remedy = isOurs
    ? `Run: chmod ${wanted} '${place}'`
    : `It belongs to user ${found.uid}, so this program can't change that. Let its owner run: chmod ${wanted} '${place}', or name a folder of this user's own.`
  return `${place} is open to other users of this machine (mode ${mode}). ${remedy}`
}

function isRefusal(error: unknown): boolean {
  return ['EPERM', 'EACCES', 'EROFS', 'ENOTSUP', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')
}
