import type { Behaviour } from '../records/behaviour.ts'
import { shownLink } from '../stores/former-hosts.ts'

export const documentCopyBehaviour: Behaviour = { computed: { link: shownLink } }
