import type { Connector } from '@courtcrier/connectors/connector.ts'
import type { Config } from '../base/config.ts'

/**
 * In a demo, the services that documents are saved to are played by the gateway, which has no addresses of theirs: it
 * shows people the document that an address is meant for.
 */
export function withDemoLinks(
  connector: Connector,
  { isDemo, storeGateway }: Pick<Config, 'isDemo' | 'storeGateway'>,
): Connector {
  if (!isDemo || storeGateway === undefined) return connector
  const shown = (link: string) => new URL(`/open?${new URLSearchParams({ link })}`, storeGateway).href
  return {
    ...connector,
    async put(file) {
      const result = await connector.put(file)
      return 'link' in result && result.link !== undefined ? { ...result, link: shown(result.link) } : result
    },
    link(path) {
      const link = connector.link(path)
      return link === undefined ? undefined : shown(link)
    },
  }
}
