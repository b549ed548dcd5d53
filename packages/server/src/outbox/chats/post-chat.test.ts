import { expect, test } from 'vitest'
import { chatOfTest } from './compose-chat.ts'
import { postChat, whyNoChatAddress } from './post-chat.ts'

test.each([
  'https://8.8.8.8/x',
  'https://[2600:1f18::1]/x',
  'https://slack.lan/x',
  'ftp://10.0.0.8/x',
  'http://user:pass@10.0.0.8/x',
])('%s is no stand-in for the service', (address) => {
  expect(whyNoChatAddress('SLACK', address)).toBe("The webhook address isn't at Slack, so nothing was sent.")
})

test('a stand-in is called only where it leads to a private network', async () => {
  const posting = {
    service: 'SLACK',
    address: 'http://slack/x',
    message: chatOfTest('Partners', 'https://notices.hale-osei.example'),
  } as const
  expect(whyNoChatAddress(posting.service, posting.address)).toBeUndefined()
  // Counts as public but is unassigned: the network of the 6bone was returned.
  const resolve = async () => [{ address: '3ffe::1', family: 6 }]
  expect(await postChat(posting, { privateWebhooks: 'all', resolve, limitMs: 500 })).toMatchObject({ kind: 'refused' })
})
