import { chmod, mkdir, stat } from 'node:fs/promises'

const privateFolder = 0o700
const privateFile = 0o600

/**
 * Creates the folder if missing, and removes everyone else's access to it, however it was created. Returns a sentence
 * if it can't be private.
 */
export async function makePrivate(folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  if ((await whyNotPrivate(folder)) === undefined) return undefined
  try {
    await chmod(folder, privateFolder)
  } catch (error) {
    // Owned by someone else, or on a file system without modes: the check below decides.
    if (!isRefusal(error)) throw error
  }
  return whyNotPrivate(folder)
}

/** Returns a sentence if others than the owner can enter the folder or read the file; undefined if it doesn't exist. */
export async function whyNotPrivate(place: string): Promise<string | undefined> {
  const found = await stat(place).catch(() => undefined)
  // Windows has no such modes; there the administrator manages access lists.
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
