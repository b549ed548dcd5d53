import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  agents: {
    title: 'Agents',
    about:
      'An agent runs in your own network and saves documents to file shares and systems that can’t be reached from here. It keeps the passwords for them, and connects to this server by itself.',
    none: 'No agents yet. Create a token, and enter it where the agent is to run.',
    create: 'Create token',
    makeTitle: 'Create a token for an agent',
    name: 'Name of the agent',
    nameHelp: 'Such as the office it’s in. Credentials name their agent by it.',
    hours: 'The token works for',
    hoursOf_one: '{{count}} hour',
    hoursOf_other: '{{count}} hours',
    daysOf: '7 days',
    made: 'Token for the agent “{{name}}”',
    secret: 'Token',
    shown: 'Shown only now. It enrolls one agent, and then works no more.',
    run: 'On the machine of the agent, run this and enter the token:',
    connected: 'Connected since {{time}}',
    away: 'Not connected. Last seen {{ago}}',
    neverSeen: 'Enrolled, but not started yet',
    enrolled: 'Version {{version}} · enrolled {{time}}',
    credentials: 'Credentials: {{names}}',
    noCredentials: 'No credentials there yet',
    waiting_one: '{{count}} document waits for it',
    waiting_other: '{{count}} documents wait for it',
    token: 'Not enrolled yet. The token expires {{time}}.',
    revoke: 'Revoke',
    revokeOf: 'Revoke {{name}}',
    question: 'Revoke the agent “{{name}}”?',
    consequence:
      'It can do nothing more, at once and for good. What it was to save waits until another agent is enrolled under its name.',
    tokenQuestion: 'Revoke the token for “{{name}}”?',
    tokenConsequence: 'No agent can be enrolled with it any more.',
    keep: 'Keep it',
  },
})
