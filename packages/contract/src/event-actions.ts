/**
 * Details of an event whose type doesn't say what happened: the key of its sentence, so that it can be shown in any
 * language. Changes to records need none; their type, the record and the difference are enough. Only add to this list:
 * logged events stay in the firm's log.
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
  'item_upload_documents',
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
  'invited',
  'invitation_accepted',
  'invitation_mail_failed',
  'mailbox_tested',
  'mailbox_failing',
  'mailbox_expires',
  'sender_tested',
  'sender_failing',
  'sender_expires',
  'signed_in_by',
  'sign_on_failed',
  'provider_tested',
  'provider_expires',
  'way_back_used',
  'invited_by_sign_on',
  'invitation_revoked',
  'sign_in_new',
  'sign_in_mail_failed',
] as const
export type EventAction = (typeof eventActions)[number]

/** Returns the action with this name; undefined if it has no sentence. */
export function findEventAction(name: string): EventAction | undefined {
  return eventActions.find((action) => action === name)
}
