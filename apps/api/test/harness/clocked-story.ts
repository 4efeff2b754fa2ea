import { Story } from "./story.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A story whose services are all on one test clock of the API. */
export class ClockedStory extends Story {
  #testClockId: string | undefined;

  /** Creates the clock on which the following services are. @param now where it stands */
  async aTestClock(now = "2027-01-01T00:00:00.000Z"): Promise<string> {
    const { testClock } = await this.done("testClocks.create", { now });
    this.#testClockId = testClock.id;
    return testClock.id;
  }

  override aService(fields: Fields = {}) {
    return super.aService({ testClockId: this.#testClockId, ...fields });
  }

  async advanceTo(to: string) {
    return (await this.done("testClocks.advance", { testClockId: this.#testClockId, to }))
      .testClock;
  }
}
