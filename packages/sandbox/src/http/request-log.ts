/** One request to a court's host. */
export interface CourtRequest {
  at: string
  host: string
  method: string
  url: string
}

export interface RequestLog {
  note(request: Omit<CourtRequest, 'at'>): void
  list(): CourtRequest[]
  count(): number
}

const kept = 20_000

/** Returns a log that counts every court request and remembers the latest. */
export function makeRequestLog(): RequestLog {
  const requests: CourtRequest[] = []
  let count = 0
  return {
    note: (request) => {
      count++
      requests.push({ ...request, at: new Date().toISOString() })
      if (requests.length > kept * 2) requests.splice(0, kept)
    },
    list: () => [...requests],
    count: () => count,
  }
}
