/** Turns at scarce work, shared out between those who want it and not by who asks most. */
export interface FairTurns {
  /**
   * Does the work once its turn has come. `path` names whose it is, from the widest share to the narrowest, such as a
   * network and the address within it; paths that begin alike are equally long. Throws `whenFull` if there is no place to
   * wait, also later on, when the place is given to a share that has fewer.
   */
  run: <T>(path: readonly string[], work: () => Promise<T>) => Promise<T>
}

interface FairLimits {
  atOnce: number
  /** How many wait at most, of all shares together. */
  mostWaiting: number
  whenFull: () => Error
}

/**
 * Shares take turns, and those within a share take turns at the share's. If all places to wait are taken, the share with
 * the most gives one to a share that would still have fewer, so that no crowd within one share keeps others out.
 */
export function openFairTurns({ atOnce, mostWaiting, whenFull }: FairLimits): FairTurns {
  const all = openShare()
  let running = 0
  const wait = (path: readonly string[]) =>
    new Promise<void>((begin, reject) => {
      const refuse = () => reject(whenFull())
      if (all.waiting >= mostWaiting) {
        const last = pushOut(all, path)
        if (!last) return refuse()
        last.refuse()
      }
      add(all, path, { begin, refuse })
    })
  return {
    async run(path, work) {
      if (running < atOnce) running++
      else await wait(path)
      try {
        return await work()
      } finally {
        // The turn is handed on without being freed, so that no one who has just come takes it.
        const next = takeNext(all)
        if (next) next.begin()
        else running--
      }
    },
  }
}

interface Waiting {
  begin: () => void
  refuse: () => void
}

/** Those who wait in a share: in its parts, in the order of their turns, or themselves in a share without parts. */
interface Share {
  waiting: number
  parts: Map<string, Share>
  own: Waiting[]
}

function openShare(): Share {
  return { waiting: 0, parts: new Map(), own: [] }
}

function add(share: Share, [name, ...rest]: readonly string[], one: Waiting): void {
  share.waiting++
  if (name === undefined) {
    share.own.push(one)
    return
  }
  const part = share.parts.get(name) ?? openShare()
  share.parts.set(name, part)
  add(part, rest, one)
}

function takeNext(share: Share): Waiting | undefined {
  if (share.waiting === 0) return undefined
  share.waiting--
  const [first] = share.parts
  if (!first) return share.own.shift()
  const [name, part] = first
  const next = takeNext(part)
  share.parts.delete(name)
  if (part.waiting > 0) share.parts.set(name, part)
  return next
}

/** Takes the one who would have waited longest, for a path whose share is smaller; undefined if none is larger. */
function pushOut(share: Share, [name, ...rest]: readonly string[]): Waiting | undefined {
  const own = name === undefined ? undefined : share.parts.get(name)
  const [, largest] = largestOf(share) ?? []
  if (!largest) return undefined
  if (largest.waiting > (own?.waiting ?? 0) + 1) return takeLast(share)
  const last = own && pushOut(own, rest)
  if (last) share.waiting--
  return last
}

function takeLast(share: Share): Waiting | undefined {
  share.waiting--
  const [name, largest] = largestOf(share) ?? []
  if (name === undefined || !largest) return share.own.pop()
  const last = takeLast(largest)
  if (largest.waiting === 0) share.parts.delete(name)
  return last
}

function largestOf({ parts }: Share): [string, Share] | undefined {
  let found: [string, Share] | undefined
  for (const part of parts) if (!found || part[1].waiting >= found[1].waiting) found = part
  return found
}
