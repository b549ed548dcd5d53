/** What the server says of itself (`GET /api/v1/dev`). */
export interface DevAnswer {
  version: string
  build: string | null
  node: string
  platform: string
  roles: readonly string[]
  up_seconds: number
  memory_bytes: number
  server_time: string
  database: { kind: 'pglite' | 'postgres'; version: string; migration: string | null }
  queues: readonly { queue: string; waiting: number; running: number }[]
  features: readonly { name: string; is_on: boolean }[]
}
