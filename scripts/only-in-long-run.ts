/** Test files that measure how long something takes or waits: nothing else may run next to them. */
export const aloneInLongRun: readonly string[] = [
  'e2e/faults/database-away.test.ts',
  'e2e/faults/slow-faults.test.ts',
  'e2e/hostile/watchdog.test.ts',
]

/** Test files that only `npm run test:long` runs, each with the reason, those in a browser last. */
export const onlyInLongRun: readonly string[] = [
  // Minutes of killing servers, taking the database away, filling disks and letting things hang.
  'e2e/faults/faults.test.ts',
  'e2e/faults/delivery.test.ts',
  'e2e/faults/database-away.test.ts',
  'e2e/faults/full-disk.test.ts',
  'e2e/faults/read-only.test.ts',
  'e2e/faults/slow-faults.test.ts',
  // Saves walls while twenty notices a second arrive, which takes as long as the machine is slow.
  'packages/server/src/http/wall-in-traffic.test.ts',
  // Waits until a pool would have closed what no one uses.
  'packages/server/src/base/db/kept-open.test.ts',
  // Kills a worker at every step of waiting for a stamp, again and again.
  'packages/server/src/notices/stamps/sigkill.test.ts',
  // Waits until a court stamps a paper, from the notice to the second email; its parts are tested where they are.
  'e2e/late-stamp.test.ts',
  // Measures time (`aloneInLongRun`).
  'e2e/hostile/watchdog.test.ts',
  // The demo as a whole; its parts are tested with what they are made of.
  'e2e/demo-firm.test.ts',
  'e2e/demo-stream.test.ts',
  // Upgrades from a version of long ago: what a migration that landed does, no later change touches. By name, so that
  // the test of a new migration decides about it.
  'packages/server/src/base/db/api-keys-migration.test.ts',
  'packages/server/src/base/db/case-statuses-migration.test.ts',
  'packages/server/src/base/db/full-text-migration.test.ts',
  'packages/server/src/base/db/names-ignore-case-migration.test.ts',
  'packages/server/src/base/db/sender-trust-migration.test.ts',
  'packages/server/src/base/db/settings-migration.test.ts',
  'packages/server/src/base/db/notice-format-permission.test.ts',
  'packages/server/src/mail/known-addresses.test.ts',
  // Builds the samples of docs/extending.md in a copy of the repository.
  'scripts/extending.test.ts',
  // `npm run check` judges every new regular expression; this judges all, and asks whether a slow one would be noticed.
  'scripts/regexps.test.ts',
  // Programs that are started, killed and started again, in processes of their own: agents, the doctor, a full
  // disk below the embedded database, PDFs that are put together. What they are made of is tested beside them.
  'packages/server/src/agent/agent-clock.test.ts',
  'packages/server/src/agent/agent-proxy.test.ts',
  'packages/server/src/agent/agent-sftp.test.ts',
  'packages/server/src/agent/agent-versions.test.ts',
  'packages/server/src/base/db/embedded.test.ts',
  'packages/server/src/doctor/answer-doctor.test.ts',
  'packages/server/src/doctor/check-server.test.ts',
  'packages/server/src/http/session/saml-by-samlify.test.ts',
  'packages/server/src/outbox/deliveries/through-postfix.test.ts',
  'packages/server/src/private-data-folder.test.ts',
  'packages/server/src/retrieval/sigkill.test.ts',
  'packages/connectors/src/file-system/killed-folder.test.ts',
  'packages/connectors/src/sharepoint/unfinished-upload.test.ts',
  'packages/lib/src/shared-thread.test.ts',
  // Parts that hang, drip or are busy beside others that go on, which takes as long as is waited for them. How turns and
  // pauses are reckoned is tested beside `turns`, `share-connections` and `health`.
  'packages/server/src/agent/agent-kinds.test.ts',
  'packages/server/src/agent/agent-outage.test.ts',
  'packages/server/src/agent/agent-turns.test.ts',
  'packages/server/src/agent/agent-waits.test.ts',
  'packages/server/src/busy-machine.test.ts',
  'packages/server/src/http/agents/agent-bell.test.ts',
  'packages/server/src/http/graph-left-messages.test.ts',
  'packages/server/src/http/mail-sign-in-reading.test.ts',
  'packages/server/src/mail/as-pdf/print-turns.test.ts',
  'packages/server/src/notices/pipeline/hung-court.test.ts',
  'packages/server/src/outbox/hung-destinations.test.ts',
  'packages/server/src/outbox/mail/mail-turns.test.ts',
  'packages/server/src/outbox/mail/slow-mail-server.test.ts',
  'packages/server/src/stores/paused-store.test.ts',
  'packages/connectors/src/sftp/slow-sftp.test.ts',
  'packages/server/src/notices/pipeline/silent-name-servers.test.ts',
  'packages/server/src/notices/texts/beside-deliveries.test.ts',
  'packages/server/src/outbox/digests/digest-slots.test.ts',
  'packages/server/src/outbox/mail/mail-slots.test.ts',
  'packages/server/src/stores/share-limits.test.ts',
  'packages/connectors/src/ways/slow-store.test.ts',
  'packages/server/src/base/db/firm-transaction.test.ts',
  // Documents and messages that take much to read: scans in all directions, bombs, pictures, hundreds of megabytes. One
  // scan is read in `page-texts`, titles and stamps of documents with text where they are found.
  'e2e/document-titles.test.ts',
  'e2e/notice-as-pdf.test.ts',
  'packages/server/src/http/inbox/large-messages.test.ts',
  'packages/server/src/http/inbox/unread-files.test.ts',
  'packages/server/src/mail/mime-bombs.test.ts',
  'packages/server/src/retrieval/large-pictures.test.ts',
  'packages/server/src/retrieval/pdf-bombs.test.ts',
  'packages/server/src/retrieval/pdf-titles.test.ts',
  'packages/server/src/retrieval/scan-stamps.test.ts',
  // Random and exhaustive rows of what others ask for one row each: notices cut at every place, requests of every form,
  // everything directed elsewhere in every way. `every-*`, `walls*`, `denied-sweep` and `trust-gate` stay.
  'packages/console/src/screens/inbox/mail/clean-mail.test.ts',
  'packages/console/src/ui/theme/firm-colors.test.ts',
  'packages/server/src/courts/directory/covering-notes.test.ts',
  'packages/server/src/courts/formats/acms-nda/hostile.test.ts',
  'packages/server/src/courts/formats/bankruptcy-filing/hostile.test.ts',
  'packages/server/src/courts/formats/cmecf-nda/hostile.test.ts',
  'packages/server/src/courts/formats/cmecf-nef/hostile.test.ts',
  'packages/server/src/courts/formats/cmecf-nef/repeated.test.ts',
  'packages/server/src/courts/fuzz.test.ts',
  'packages/server/src/http/directed-elsewhere.test.ts',
  'packages/server/src/http/directed-groups.test.ts',
  'packages/server/src/http/directed-levels.test.ts',
  'packages/server/src/http/directed-random.test.ts',
  'packages/server/src/http/fuzz.test.ts',
  'packages/server/src/http/head-requests.test.ts',
  'packages/server/src/outbox/digests/report-walls.test.ts',
  'packages/server/src/outbox/templates/clock-template.test.ts',
  'packages/server/src/records/walls/stamped-looks.test.ts',
  // Pages of the console that are seldom used or seldom changed, and second ways to the same. What the server allows and
  // answers there is tested beside it; docs/decisions/0022-the-gate.md has what the short form keeps.
  'e2e/account-pages.spec.ts',
  'e2e/agents.spec.ts',
  'e2e/api-keys.spec.ts',
  'e2e/dms-sign-in.spec.ts',
  'e2e/doubtful-match.spec.ts',
  'e2e/inbox-verbs.spec.ts',
  'e2e/keyboard-walk.spec.ts',
  'e2e/large-picture.spec.ts',
  'e2e/mailbox-sign-in.spec.ts',
  'e2e/people.spec.ts',
  'e2e/roles.spec.ts',
  'e2e/saml.spec.ts',
  'e2e/second-factors.spec.ts',
  'e2e/server-restart.spec.ts',
  'e2e/text-search.spec.ts',
  'e2e/told-journey.spec.ts',
  'e2e/typed-stays.spec.ts',
  'e2e/views.spec.ts',
  'e2e/webhooks-console.spec.ts',
]
