// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Periods} from "../../src/collector/Periods.sol";
import {Test} from "../Test.sol";

contract EndOfTest is Test {
    uint256 private constant LAST = type(uint32).max;
    /// From Monday, 29 December 1969, 00:00 UTC, to the first timestamp.
    uint256 private constant BEFORE_EPOCH = 3 days;

    /// As `date -u` has them, like the other dates.
    function test_endsWeeksOnMondays_atMidnight() public {
        // Friday, 15 January 2027, 08:00, and Monday, 18 January 2027.
        assertEnd(1_800_000_000, 7 days, 1_800_230_400);
        assertEnd(1_800_230_399, 7 days, 1_800_230_400);
        // The week after.
        assertEnd(1_800_230_400, 7 days, 1_800_835_200);
        assertEnd(1_800_835_199, 7 days, 1_800_835_200);
        // Tuesday, 29 February 2028, and Monday, 6 March.
        assertEnd(1_835_395_200, 7 days, 1_835_913_600);
        // Thursday, 1 January 1970, and Monday, 5 January.
        assertEnd(0, 7 days, 345_600);
    }

    function test_endsDaysAtMidnight() public {
        // 15 January 2027, 08:00, and 16 January.
        assertEnd(1_800_000_000, 1 days, 1_800_057_600);
        assertEnd(1_800_057_599, 1 days, 1_800_057_600);
        assertEnd(1_800_057_600, 1 days, 1_800_144_000);
        // 29 February 2028, and 1 March.
        assertEnd(1_835_395_200, 1 days, 1_835_481_600);
        assertEnd(0, 1 days, 86_400);
    }

    /// Fortnights go on from Monday, 29 December 1969, whatever month or year it is.
    function test_endsOtherPeriods_aWholeNumberOfThemAfterTheMonday() public {
        // 25 January 2027, 1,489 fortnights later.
        assertEnd(1_800_000_000, 14 days, 1_800_835_200);
        // 19 January 2027, 2,084 times ten days later.
        assertEnd(1_800_000_000, 10 days, 1_800_316_800);
        // 15 January 2027, 09:00.
        assertEnd(1_800_000_000, 1 hours, 1_800_003_600);
        assertEnd(1_800_000_000, 1, 1_800_000_001);
    }

    /// A whole number of periods after the Monday, and less than a period ahead.
    function testFuzz_isTheNextOfTheTimesThatArePeriodsAfterTheMonday(uint32 periodSeconds, uint32 now_)
        public
    {
        vm.assume(periodSeconds != 0 && uint256(now_) + periodSeconds <= LAST);
        vm.warp(now_);
        uint256 end = Periods.endOf(periodSeconds);
        vm.assertEq((end + BEFORE_EPOCH) % periodSeconds, 0);
        vm.assertTrue(end > now_ && end <= uint256(now_) + periodSeconds);
    }

    function testFuzz_isTheMonthsEnd_whenThePeriodHasNoLength(uint32 now_) public {
        vm.warp(now_);
        uint256 month = Periods.monthEnd(now_);
        vm.assertEq(Periods.endOf(0), month > LAST ? LAST : month);
    }

    function test_isTheLargestNumber_whenThePeriodEndsLater() public {
        assertEnd(1_800_000_000, LAST + BEFORE_EPOCH - 1, LAST - 1);
        assertEnd(1_800_000_000, LAST + BEFORE_EPOCH, LAST);
        assertEnd(1_800_000_000, LAST + BEFORE_EPOCH + 1, LAST);
        assertEnd(1_800_000_000, type(uint64).max, LAST);
        // February of 2106, and its last week that begins before the largest number.
        assertEnd(4_294_944_000, 0, LAST);
        assertEnd(4_294_944_000, 7 days, LAST);
    }

    function assertEnd(uint256 now_, uint256 periodSeconds, uint256 end) private {
        vm.warp(now_);
        vm.assertEq(Periods.endOf(periodSeconds), end);
    }
}
