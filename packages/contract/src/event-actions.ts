/**
 * What an event tells of, where its type does not say it: the key of its sentence, so that it can be told in any
 * language. Changes of records need none; their type, the record and the difference say everything. The list only
 * ever grows: what was written down once stays in the firm's log.
 */
export const eventActions = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_stolen',
  'password_changed',
  'reset_asked',
  'reset_mail_failed',
  'viewing_began',
  'viewing_ended',
  'role_given',
  'item_requeue',
  'item_trust',
  'item_cancel',
  'item_manual',
  'item_finish',
  'item_choose_case',
  'undone',
  'import_uploaded',
  'import_started',
  'import_canceled',
  'export_started',
  'export_canceled',
  'export_deleted',
  'import_token_made',
  'import_token_revoked',
  'logo_replaced',
  'tracking_subscribe',
  'tracking_stop',
  'tracking_resume',
  'tracking_unsubscribe',
  'tracking_retrieve',
  'tracking_refused',
  'credential_tested',
  'credential_refused',
  'credential_expires',
] as const
export type EventAction = (typeof eventActions)[number]

/** The action of this name; undefined for one that has no sentence of its own. */
export function findEventAction(name: string): EventAction | undefined {
  return eventActions.find((action) => action === name)
}
