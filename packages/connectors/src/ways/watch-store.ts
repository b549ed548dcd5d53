import type { Socket } from 'node:net'
import { longestMs, type Pace } from '@courtcrier/lib/pace.ts'
import { networkError, type StoreProblemError } from '../problems.ts'

export interface WatchOptions {
  host: string
  pace: Pace
  /** Called once if the DMS is too slow, just before its connection is closed. */
  breakOff: (problem: StoreProblemError) => void
}

/** Watches one exchange with a DMS. */
export interface StoreWatch {
  /** Counts from now on what passes over this connection. Without one, nothing has passed. */
  follow: (socket: Socket) => void
  end: () => void
}

/** Breaks off an exchange with a DMS that drips its way through, so that it doesn't keep a turn for good. */
export function watchStore({ host, pace, breakOff }: WatchOptions): StoreWatch {
  const began = performance.now()
  let followed: { socket: Socket; before: number } | undefined
  let timer = setTimeout(look, pace.partMs)
  return {
    follow: (socket) => {
      followed = { socket, before: passedOver(socket) }
    },
    end: () => clearTimeout(timer),
  }

  function look(): void {
    const bytes = followed ? passedOver(followed.socket) - followed.before : 0
    const lasted = performance.now() - began
    const left = longestMs(pace, bytes) - lasted
    if (left > 0) {
      timer = setTimeout(look, left)
      return
    }
    breakOff(tooSlow(host, { bytes, lasted }))
    followed?.socket.destroy()
  }
}

function passedOver({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten
}

function tooSlow(host: string, { bytes, lasted }: { bytes: number; lasted: number }): StoreProblemError {
  const [kilobytes, seconds] = [Math.round(bytes / 1000), Math.round(lasted / 1000)]
  const sentence = `${host} is too slow: only ${kilobytes} kB passed in ${seconds} s, so the connection was closed.`
  return networkError(sentence)
}
