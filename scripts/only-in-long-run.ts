/** Test files that measure how long something takes or waits: nothing else may run next to them. */
export const aloneInLongRun: readonly string[] = [
  'e2e/faults/database-away.test.ts',
  'e2e/faults/slow-faults.test.ts',
  'e2e/hostile/watchdog.test.ts',
]

/** Test files that only `npm run test:long` runs, each with the reason. */
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
]
