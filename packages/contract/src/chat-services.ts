/** The chat services where a group's channel can be. */
export const chatServices = ['TEAMS', 'SLACK'] as const
export type ChatService = (typeof chatServices)[number]

export const chatServiceNames: Readonly<Record<ChatService, string>> = { TEAMS: 'Microsoft Teams', SLACK: 'Slack' }

/**
 * The hosts that receive messages for each service; one that starts with a dot stands for every host below it. Workflows
 * of Teams have been at Logic Apps and are moving to the Power Platform, whose government clouds have names of their own.
 */
const chatHosts: Readonly<Record<ChatService, readonly string[]>> = {
  TEAMS: [
    '.logic.azure.com',
    '.logic.azure.us',
    '.api.powerplatform.com',
    '.api.gov.powerplatform.microsoft.us',
    '.api.high.powerplatform.microsoft.us',
    '.api.appsplatform.us',
  ],
  SLACK: ['hooks.slack.com', 'hooks.slack-gov.com'],
}

/** Returns whether an address, on its own, is one where the service receives messages. */
export function isChatAddress(service: ChatService, address: string): boolean {
  const url = URL.parse(address.trim())
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false
  const host = url.hostname.toLowerCase()
  return chatHosts[service].some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))
}

/**
 * Returns whether an address may be a stand-in for a service on a private network, as in a test. Whether anything is sent
 * there is up to the operator; a name that anyone can register never is one.
 */
export function isPrivateAddress(address: string): boolean {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return /^(?:[\d.]+|\[[\da-f:.]+\]|[a-z\d-]+)$/i.test(url.hostname)
}
