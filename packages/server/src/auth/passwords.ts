import { ApiError } from '@courtcrier/contract/errors.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import { networksAround } from '@courtcrier/lib/networks.ts'
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'

/** Cost of a hash; `memory` in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
}

/** For whom a password is hashed: hashing takes long, so that it is shared out between them. */
export type HashSource =
  /** A user who is signed in, or has been in the same browser. */
  | { firmId: number; userId: string }
  /** Anyone else, on this network. */
  | { network: string }
  /** The installation itself, such as for a new firm. */
  | 'installation'

export interface Passwords {
  hash: (password: string, source: HashSource) => Promise<string>
  /** Returns whether the password is right. Without a hash (no such account) it takes as long and returns false. */
  verify: (hash: string | undefined, password: string, source: HashSource) => Promise<boolean>
}

const minPasswordLength = 8
/** Longer ones are no safer and cost time to process. */
const maxPasswordLength = 1000

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2 }

/** A flood of logins uses at most this many times the memory of one hash. */
const atOnce = 4
/** At about 30 ms each, later ones would wait longer than a console does. */
const mostWaiting = 200

/**
 * Hashes and checks passwords with Argon2id. Throws `too_many_requests` when too many wait; those who flood it give way
 * to others.
 */
export function makePasswords(cost: PasswordCost = owaspCost): Passwords {
  const turns = openFairTurns({ atOnce, mostWaiting, whenFull: () => new ApiError('too_many_requests') })
  const hash = (password: string) =>
    // The default algorithm is Argon2id; its constant is an enum, which type stripping can't import.
    argon2Hash(normalized(password), { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 })
  // Hashed on first use, so that starting the server doesn't wait for it.
  let nobodys: Promise<string> | undefined
  const hashNobodys = async () => {
    try {
      return await hash('no one has this password')
    } catch (error) {
      nobodys = undefined
      throw error
    }
  }
  return {
    hash: (password, source) => turns.run(shareOf(source), () => hash(password)),
    verify: (known, password, source) =>
      turns.run(shareOf(source), async () => {
        nobodys ??= hashNobodys()
        const dummy = await nobodys
        const isRight = await argon2Verify(known ?? dummy, normalized(password))
        return isRight && known !== undefined
      }),
  }
}

/** However many networks a flood is from, half of all turns remain to the people who are known here. */
function shareOf(source: HashSource): readonly string[] {
  if (source === 'installation') return ['installation']
  if ('network' in source) return ['strangers', ...networksAround(source.network)]
  return ['users', `${source.firmId}`, source.userId]
}

/** Returns the code of what is wrong with a chosen password; undefined if it is acceptable. */
export function passwordProblem(password: unknown): string | undefined {
  if (typeof password !== 'string' || password.trim() === '') return 'password_required'
  // NIST SP 800-63B, 5.1.1.2: each code point is one character.
  if ([...password].length < minPasswordLength) return 'password_too_short'
  return password.length > maxPasswordLength ? `too_long:${maxPasswordLength}` : undefined
}

/** NIST SP 800-63B, 5.1.1.2: the same characters typed on another keyboard must produce the same bytes. */
function normalized(password: string): string {
  return password.slice(0, maxPasswordLength).normalize('NFKC')
}
