import { defineCredential } from '../credential-definition.ts'
import { imanageSettings } from '../imanage-settings.ts'

export const imanageCloudCredential = defineCredential('imanage_cloud_credential', {
  label: ['DMS credential (iManage cloud)', 'DMS credentials (iManage cloud)'],
  route: '/imanage-cloud-credentials',
  settings: imanageSettings,
  columns: ['baseUrl', 'database'],
})
