import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { areaOfLaw } from '@courtcrier/contract/resources/area-of-law.ts'
import { department } from '@courtcrier/contract/resources/department.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { location } from '@courtcrier/contract/resources/location.ts'
import { practiceGroup } from '@courtcrier/contract/resources/practice-group.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'

/** Makes one record and gives its id. */
export type Seeder = (resource: Resource, values: AnyRow) => Promise<string>

/** What the records of the demo firm belong to: fields for its attorneys, its other timekeepers and its matters. */
interface DemoSetup {
  attorneys: AnyRow
  staff: AnyRow
  matters: AnyRow
}

/** Makes the offices, departments, groups and templates of the demo firm. */
export async function seedSetup(make: Seeder): Promise<DemoSetup> {
  const locationId = await make(location, { name: 'New York', code: 'NYC' })
  await make(location, { name: 'San Francisco', code: 'SFO' })
  const litigation = await make(department, { name: 'Litigation', number: '100' })
  const docketing = await make(department, { name: 'Docketing', number: '200', description: 'Calendar and filings' })
  const practiceGroupId = await make(practiceGroup, { name: 'Commercial Litigation', practiceCode: 'LIT' })
  await make(practiceGroup, { name: 'Bankruptcy and Restructuring', practiceCode: 'BKR' })
  const areaOfLawId = await make(areaOfLaw, { name: 'Civil litigation', code: 'CIV' })
  const emailTemplateId = await make(emailTemplate, noticeTemplate)
  await make(emailTemplate, digestTemplate)
  const attorneys = await make(timekeeperGroup, { ...groupOf('Attorneys'), emailTemplateId })
  const staff = await make(timekeeperGroup, { ...groupOf('Docketing desk'), receiveDailyActivityReport: true })
  return {
    attorneys: { locationId, departmentId: litigation, practiceGroupId, timekeeperGroupId: attorneys },
    staff: { locationId, departmentId: docketing, timekeeperGroupId: staff },
    matters: { locationId, practiceGroupId, areaOfLawId },
  }
}

function groupOf(name: string): AnyRow {
  return { name, timeZone: 'America/New_York', dailyCadenceDeliveryTime: '17:30' }
}

const noticeTemplate: AnyRow = {
  name: 'Notice of filing',
  subject: '{{ case.name }} ({{ case.case_number }}): {{ filing.event }}',
  body:
    '<h2>{{ case.name }}</h2><p>{{ case.case_number }}, {{ court.name }}<br>Matter {{ matter.number }}, {{ client.name }}</p>' +
    '<p><strong>{{ filing.event }}</strong>, filed {{ filing.date | date: "%B %-d, %Y" }}</p>' +
    '<blockquote>{{ filing.docket_text }}</blockquote>{{ documents }}',
}

const digestTemplate: AnyRow = {
  name: 'Daily summary',
  kind: 'DAILY_MESSAGE',
  subject: templateStarters.DAILY_MESSAGE.subject,
  body: templateStarters.DAILY_MESSAGE.body,
}
