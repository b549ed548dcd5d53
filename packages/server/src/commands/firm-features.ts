import { type Feature, features } from '@courtcrier/contract/features.ts'
import { firm as firmResource } from '@courtcrier/contract/resources/firm.ts'
import { Argument, type Command } from 'commander'
import { sql } from 'kysely'
import { ConfigError, readConfig } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { programScope } from '../records/viewer.ts'
import { writeRow } from '../records/write/write-rows.ts'
import { readFirmNumber } from './firm-number.ts'
import { withServices } from './with-services.ts'

interface FeatureOptions {
  firm: number
}

/** The operator's grants of paid features, which a firm can see but not change. */
export function addFeatureCommands(firms: Command): void {
  const add = (name: 'grant' | 'revoke', description: string) =>
    firms
      .command(name)
      .exitOverride()
      .description(description)
      .addArgument(new Argument('<feature>').choices(features))
      .requiredOption('--firm <number>', 'the firm number', readFirmNumber)
      .action((feature: Feature, { firm }: FeatureOptions) =>
        withServices(readConfig(process.env), (services) =>
          setFeature(services, { firm, feature, isOn: name === 'grant' }),
        ),
      )
  add('grant', 'Grant a firm a paid feature, such as case tracking.')
  add('revoke', 'Revoke a paid feature. What the firm ordered stays recorded, and nothing more can be ordered.')
}

interface Change {
  firm: number
  feature: Feature
  isOn: boolean
}

async function setFeature({ database, secrets }: Services, { firm, feature, isOn }: Change): Promise<void> {
  const isChanged = await withFirm(database, firm, async (trx) => {
    const { rows } = await sql<{ features: string[] }>`
      select entitled_features as features from firms where firm_id = ${firm}::integer for update`.execute(trx)
    const [row] = rows
    if (!row) throw new ConfigError(`There is no firm ${firm}.`)
    if (row.features.includes(feature) === isOn) return false
    const next = isOn ? [...row.features, feature] : row.features.filter((each) => each !== feature)
    const sentence = `The operator ${isOn ? 'granted' : 'revoked'} the feature ${feature}.`
    const change = {
      ...({ kind: 'update', id: String(firm), input: {}, set: { entitledFeatures: next } } as const),
      says: () => ({ sentence }),
    }
    await writeRow(trx, firmResource, change, { ...programScope(firm), box: secrets })
    return true
  })
  const has = isOn ? 'has' : "doesn't have"
  console.log(isChanged ? `Firm ${firm} now ${has} ${feature}.` : `Firm ${firm} already ${has} ${feature}.`)
}
