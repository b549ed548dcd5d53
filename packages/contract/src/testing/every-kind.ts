import { everyone } from '../access.ts'
import { boolean } from '../fields/boolean.ts'
import { color } from '../fields/color.ts'
import { date } from '../fields/date.ts'
import { domainList } from '../fields/domain-list.ts'
import { email, emailList } from '../fields/email.ts'
import { file } from '../fields/file.ts'
import { longText } from '../fields/long-text.ts'
import { map } from '../fields/map.ts'
import { number } from '../fields/number.ts'
import { reference, referenceList } from '../fields/reference.ts'
import { secret } from '../fields/secret.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { textList } from '../fields/text-list.ts'
import { timeOfDay } from '../fields/time-of-day.ts'
import { timeZone } from '../fields/time-zone.ts'
import { timestamp } from '../fields/timestamp.ts'
import { defineResource, type Resource } from '../resource.ts'
import { resources } from '../resources/registry.ts'

/** A resource with a field of every kind; no real one has them all. */
export const everyKind = defineResource('every_kind', {
  label: ['Every kind', 'Every kind'],
  route: '/every-kind',
  access: '',
  subject: 'credential',
  title: 'name',
  fields: {
    name: text(4, { required: true, max: 40, search: true }),
    nickname: text(5, { min: 2, max: 40, search: true }),
    remarks: longText(6, { max: 500 }),
    count: number(7, { min: -5, max: 5 }),
    ratio: number(8, { integer: false }),
    isOpen: boolean(9),
    isKept: boolean(10, { default: true }),
    seenAt: timestamp(11),
    dueDate: date(12),
    startTime: timeOfDay(13),
    zone: timeZone(14),
    mail: email(15, { search: true }),
    mails: emailList(16),
    domains: domainList(17),
    words: textList(18, { max: 6 }),
    levels: textList(19, { values: ['high', 'low'] }),
    state: select(20, ['Open', 'Closed'], { required: true, default: 'Open' }),
    phase: select(32, ['Open', 'Closed'], { moreIn: 'caseStatuses', formerly: 33 }),
    mood: select(21, ['good', 'bad']),
    ownerId: reference(22, 'user'),
    courtId: reference(23, 'ecfx_jurisdiction', { idKind: 'text' }),
    memberIds: referenceList(24, 'user', { minItems: 1 }),
    properties: map(25),
    tint: color(26),
    password: secret(27),
    fileId: file(28),
    total: number(29, { readOnly: true, isComputed: true }),
    origin: text(30, { readOnly: true }),
    setting: text(31, { within: 'settings' }),
  },
  list: { columns: ['name'], sort: 'name' },
})

/** The resources used by property tests: every one governed by roles, and the one with every kind. */
export const testedResources: readonly Resource[] = [
  ...resources.filter(({ subject }) => subject !== everyone),
  everyKind,
]
