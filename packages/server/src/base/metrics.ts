import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

/** The metrics at /metrics, in a separate registry so that several can coexist in one process (tests). */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    messagesReceived: new Counter({
      name: 'courtcrier_messages_received_total',
      help: 'Messages received',
      labelNames: ['via', 'answer'],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'courtcrier_stage_seconds',
      help: 'Time a stage took',
      labelNames: ['stage', 'outcome'],
      registers,
    }),
    itemsFinished: new Counter({
      name: 'courtcrier_items_total',
      help: 'Items that reached a status',
      labelNames: ['status'],
      registers,
    }),
    courtRequests: new Counter({
      name: 'courtcrier_court_requests_total',
      help: 'Requests to courts',
      labelNames: ['verdict'],
      registers,
    }),
    deliveries: new Counter({
      name: 'courtcrier_deliveries_total',
      help: 'Emails to timekeepers',
      labelNames: ['status'],
      registers,
    }),
    copies: new Counter({
      name: 'courtcrier_copies_total',
      help: 'Copies saved to the DMS',
      labelNames: ['status'],
      registers,
    }),
    jobErrors: new Counter({ name: 'courtcrier_job_errors_total', help: 'Unexpected errors in jobs', registers }),
    live: new Gauge({ name: 'courtcrier_live_connections', help: 'Open consoles', registers }),
  }
}
