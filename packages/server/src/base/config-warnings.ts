import type { Config } from './config.ts'

/** What settings allow and few installations mean: logged at every start, and said by `courtcrier doctor`. */
export function configWarnings({ privateWebhooks }: Pick<Config, 'privateWebhooks'>): readonly string[] {
  return privateWebhooks === 'all' ? [everywhere] : []
}

const everywhere =
  'COURTCRIER_ALLOW_PRIVATE_WEBHOOKS lets the webhooks of every firm lead anywhere in your network. It can also name hosts and networks.'
