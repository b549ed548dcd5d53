import { defineCredential } from '../credential-definition.ts'
import { imanageSettings } from '../imanage-settings.ts'

export const imanageServerCredential = defineCredential('imanage_server_credential', {
  label: ['DMS credential (iManage on premises)', 'DMS credentials (iManage on premises)'],
  route: '/imanage-server-credentials',
  settings: imanageSettings,
  columns: ['baseUrl', 'database'],
})
