// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Periods} from "../../src/collector/Periods.sol";
import {Test} from "../Test.sol";

contract MonthEndTest is Test {
    /// Months are counted one by one, as a calendar has them, to past the largest time that the collector stores.
    function test_isTheFirstSecondOfTheNextMonth_from1970To2106() public pure {
        uint256 start = 0;
        for (uint256 year = 1970; year <= 2106; year++) {
            for (uint256 month = 1; month <= 12; month++) {
                uint256 next = start + daysOf(year, month) * 1 days;
                vm.assertEq(Periods.monthEnd(start), next);
                vm.assertEq(Periods.monthEnd(next - 1), next);
                start = next;
            }
        }
        vm.assertTrue(start > type(uint32).max);
    }

    function testFuzz_isTheFirstSecondOfTheNextMonth(uint32 timestamp) public pure {
        uint256 next = 0;
        for (uint256 month = 0; next <= timestamp; month++) {
            next += daysOf(1970 + month / 12, month % 12 + 1) * 1 days;
        }
        vm.assertEq(Periods.monthEnd(timestamp), next);
    }

    /// As `date -u` has them.
    function test_knowsLeapYears() public pure {
        // 28 and 29 February 2000, 28 February 2027, 29 February 2028, 28 February 2100.
        vm.assertEq(Periods.monthEnd(951_696_000), 951_868_800);
        vm.assertEq(Periods.monthEnd(951_868_799), 951_868_800);
        vm.assertEq(Periods.monthEnd(1_803_859_199), 1_803_859_200);
        vm.assertEq(Periods.monthEnd(1_835_481_599), 1_835_481_600);
        vm.assertEq(Periods.monthEnd(4_107_542_399), 4_107_542_400);
    }

    function daysOf(uint256 year, uint256 month) private pure returns (uint256) {
        if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }
}
