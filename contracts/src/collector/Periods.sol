// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Periods of a cap
/// @notice When the period of the block's timestamp ends: periods of equal length, or calendar months. It depends on nothing
/// else, so that two caps with the same length have the same periods.
library Periods {
    uint256 private constant DAY = 1 days;

    /// @dev Periods of equal length are counted from Monday, 29 December 1969, 00:00 UTC, three days before the first timestamp:
    /// so weeks begin on Mondays, and days at midnight.
    uint256 private constant BEFORE_EPOCH = 3 days;

    /// @param periodSeconds the length of a period; 0: calendar months, in UTC
    /// @return end the first second after the period; at most 2^32 - 1
    function endOf(uint256 periodSeconds) internal view returns (uint32 end) {
        uint256 exact = periodSeconds == 0
            ? monthEnd(block.timestamp)
            : ((block.timestamp + BEFORE_EPOCH) / periodSeconds + 1) * periodSeconds - BEFORE_EPOCH;
        // It does not truncate.
        // forge-lint: disable-next-line(unsafe-typecast)
        return exact > type(uint32).max ? type(uint32).max : uint32(exact);
    }

    /// @notice The first second of the calendar month after a timestamp's, in UTC.
    /// @dev Counts years from March, so that the leap day is the last of a year: the month of a day of such a year is
    /// (5 * day + 2) / 153, and the first day of a month (153 * month + 2) / 5, as months have 153 days in five. Eras of
    /// 400 years have 146,097 days (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
    /// Unchecked, to save gas: nothing overflows or goes below zero for a block's timestamp.
    function monthEnd(uint256 timestamp) internal pure returns (uint256 end) {
        unchecked {
            uint256 day = timestamp / DAY + 719_468; // since 1 March of the year 0
            uint256 era = day / 146_097;
            uint256 dayOfEra = day % 146_097;
            uint256 year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
            uint256 month = (5 * (dayOfEra - _firstOf(year)) + 2) / 153;
            uint256 next = month == 11 ? _firstOf(year + 1) : _firstOf(year) + (153 * (month + 1) + 2) / 5;
            return (era * 146_097 + next - 719_468) * DAY;
        }
    }

    /// @dev The first day of a year of an era, in days.
    function _firstOf(uint256 year) private pure returns (uint256 day) {
        unchecked {
            return 365 * year + year / 4 - year / 100 + year / 400;
        }
    }
}
