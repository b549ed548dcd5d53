import type { Sample } from './sample.ts'
import { behaviourSample } from './samples/behaviour.ts'
import { callSample } from './samples/call.ts'
import { courtFormatSample } from './samples/court-format.ts'
import { entitySample, fieldSample, permissionSample } from './samples/entity.ts'
import { eventSample } from './samples/event.ts'
import { cardSample, faceSample } from './samples/face.ts'
import { fieldKindSample } from './samples/field-kind.ts'
import { outgoingSample, providerSample } from './samples/outgoing.ts'
import { commandSample, settingSample } from './samples/program.ts'
import { screenSample } from './samples/screen.ts'
import { stageSample } from './samples/stage.ts'
import { connectorSample, methodSample } from './samples/store.ts'

/** One sample for each row of docs/extending.md that states a count. */
export const samples: readonly Sample[] = [
  entitySample,
  fieldSample,
  permissionSample,
  fieldKindSample,
  courtFormatSample,
  callSample,
  commandSample,
  settingSample,
  eventSample,
  screenSample,
  behaviourSample,
  stageSample,
  connectorSample,
  methodSample,
  outgoingSample,
  providerSample,
  faceSample,
  cardSample,
]
