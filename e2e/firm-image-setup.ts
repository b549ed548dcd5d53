import { makeWorld } from '@courtcrier/sandbox/world/world.ts'
import { hasFirmImage, makeFirmImage } from './firm-image.ts'
import { environmentFor } from './harness.ts'
import { prepareFirm } from './prepare-firm.ts'

/** Creates the firm that each test installation starts from, unless another program has. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (hasFirmImage()) return async () => {}
  return makeFirmImage((folder, environment) =>
    // Nothing is sent or retrieved while the firm is created.
    prepareFirm(
      { ...environmentFor({ httpUrl: 'http://127.0.0.1:9', smtpPort: 9 }, folder), ...environment },
      makeWorld(usualSeed),
    ),
  )
}

/** The sandbox's default. */
const usualSeed = 1
