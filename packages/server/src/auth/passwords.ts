import { ApiError } from '@courtcrier/contract/errors.ts'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'

/** Cost of a hash; `memory` in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
}

export interface Passwords {
  hash: (password: string) => Promise<string>
  /** Returns whether the password is right. Without a hash (no such account) it takes as long and returns false. */
  verify: (hash: string | undefined, password: string) => Promise<boolean>
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

/** Hashes and checks passwords with Argon2id. Throws `too_many_requests` when too many wait. */
export function makePasswords(cost: PasswordCost = owaspCost): Passwords {
  const limited = limitWork()
  const hash = (password: string) =>
    // The default algorithm is Argon2id; its constant is an enum, which type stripping can't import.
    argon2Hash(normalized(password), { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 })
  // Hashed on first use, so that starting the server doesn't wait for it.
  let nobodys: Promise<string> | undefined
  return {
    hash: (password) => limited(() => hash(password)),
    verify: (known, password) =>
      limited(async () => {
        nobodys ??= hash('no one has this password')
        const dummy = await nobodys
        const isRight = await argon2Verify(known ?? dummy, normalized(password))
        return isRight && known !== undefined
      }),
  }
}

function limitWork() {
  const limiter = openKeyedLimiter(atOnce)
  let held = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (held >= atOnce + mostWaiting) throw new ApiError('too_many_requests')
    held++
    try {
      return await limiter.run('argon2', work)
    } finally {
      held--
    }
  }
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
