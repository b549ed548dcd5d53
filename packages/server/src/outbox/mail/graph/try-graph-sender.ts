import type { SenderStep } from '@courtcrier/contract/calls/mail-senders.ts'
import type { Outcome, Steps } from '../../../mail/mailboxes/take-steps.ts'
import { composeTestMail, type TestMail } from '../accounts/compose-test-mail.ts'
import { type GraphWay, openSender } from './connect-graph.ts'
import { graphSendFailure } from './graph-send-failure.ts'

/** The steps of the test of an account that sends by Microsoft Graph. */
export function graphSteps({ account }: GraphWay, mail: TestMail): Steps<SenderStep['step']> {
  const { client, accessToken } = openSender(account)
  return {
    describe: (error) => {
      const result = graphSendFailure(error, client.host)
      return 'retry' in result ? result.retry : 'rejected' in result ? result.rejected : result.response
    },
    run: {
      token: async () => {
        await accessToken()
        return { state: 'ok', sentence: 'A token was given.' }
      },
      ...{ connect: async () => notNeeded, encryption: async () => notNeeded, signIn: async () => notNeeded },
      send: async () => {
        const body = (await composeTestMail(mail)).toString('base64')
        await client.ask({ method: 'POST', at: '/sendMail', body })
        return wasSentTo(mail)
      },
    },
  }
}

const notNeeded: Outcome = {
  state: 'skipped',
  sentence: 'Not needed: Microsoft Graph takes the email in one encrypted request.',
}

export function wasSentTo({ to }: TestMail): Outcome {
  return { state: 'ok', sentence: `An email was sent to ${to.address}. Check that it arrives.` }
}
