import { ApiError } from '@courtcrier/contract/errors.ts'
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { openKeyedLimiter } from '../base/lib/keyed-limiter.ts'

/** Cost of a hash; `memory` in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
}

export interface Passwords {
  hash: (password: string) => Promise<string>
  /** Whether the password is right. Without a hash (no such account) it takes as long and says no. */
  verify: (hash: string | undefined, password: string) => Promise<boolean>
}

const minPasswordLength = 8
/** Longer ones are no safer, and reading them costs. */
const maxPasswordLength = 1000

/** OWASP Password Storage Cheat Sheet, Argon2id: 19 MiB, two passes, one lane. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2 }

/** A flood of log-ins holds this many times the memory of a hash, and no more. */
const atOnce = 4
/** At some 30 ms each, whoever came later would wait for longer than a console does. */
const mostWaiting = 200

/** Hashes and checks passwords with Argon2id. Throws `too_many_requests` when too many wait. */
export function makePasswords(cost: PasswordCost = owaspCost): Passwords {
  const limited = limitWork()
  const hash = (password: string) =>
    // The default algorithm is Argon2id; its constant is an enum that type stripping cannot import.
    argon2Hash(normalised(password), { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 })
  // Made by the first who needs it, so that starting the server does not wait for it.
  let nobodys: Promise<string> | undefined
  return {
    hash: (password) => limited(() => hash(password)),
    verify: (known, password) =>
      limited(async () => {
        nobodys ??= hash('nobody has this password')
        const dummy = await nobodys
        const isRight = await argon2Verify(known ?? dummy, normalised(password))
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

/** The code of what is wrong with a password somebody chose; undefined when it will do. */
export function passwordProblem(password: unknown): string | undefined {
  if (typeof password !== 'string' || password === '') return 'password_required'
  if (password.length < minPasswordLength) return 'password_too_short'
  return password.length > maxPasswordLength ? `too_long:${maxPasswordLength}` : undefined
}

/** NIST SP 800-63B, 5.1.1.2: the same characters typed on another keyboard must give the same bytes. */
function normalised(password: string): string {
  return password.slice(0, maxPasswordLength).normalize('NFKC')
}
